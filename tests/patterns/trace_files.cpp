// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Registers the tests in the .trace files that belong to this program (docs/test-traces.md), as if
// each were a TEST in C++. A file that cannot be read, or is invalid, is a test that fails.
#include <gtest/gtest.h>

#include <exception>
#include <functional>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "patterns/expect_severities.hpp"
#include "support/shared.hpp"
#include "support/text/trace_file.hpp"

namespace lull::patterns {
namespace {

class TestOf : public testing::Test {
 public:
  explicit TestOf(std::function<void()> body) : body_(std::move(body)) {}
  void TestBody() override { body_(); }

 private:
  std::function<void()> body_;
};

void register_test(const std::string& suite, const std::string& name, const std::string& file,
                   std::size_t line, const std::function<void()>& body) {
  // To GoogleTest, these are of the same class as a TEST, with which they may share a suite.
  testing::RegisterTest(suite.c_str(), name.c_str(), nullptr, nullptr, file.c_str(),
                        static_cast<int>(line),
                        [body]() -> testing::Test* { return new TestOf(body); });
}

void run(const support::TraceTest& test, const std::string& file) {
  for (const support::TestCase& one : test.cases) {
    std::optional<testing::ScopedTrace> values;
    if (!one.values.empty())
      values.emplace(file.c_str(), static_cast<int>(test.line), "with " + one.values);
    expect_severities(one.text, file, one.line);
  }
}

void register_tests_of(const std::string& name) {
  const std::string file = (support::tests_directory() / name).string();
  try {
    for (const support::TraceTest& test : support::read_trace_file(file))
      register_test(test.suite, test.name, file, test.line, [test, file] { run(test, file); });
  } catch (const std::exception& error) {
    const std::string sentence = error.what();
    register_test("TraceFile", name, file, 1, [sentence] { FAIL() << sentence; });
  }
}

[[maybe_unused]] const bool registered = [] {
  std::istringstream files(LULL_TRACE_FILES);
  for (std::string name; std::getline(files, name, ',');) register_tests_of(name);
  return true;
}();

}  // namespace
}  // namespace lull::patterns
