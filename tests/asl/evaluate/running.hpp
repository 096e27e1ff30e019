// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Runs a specification on a trace, both given as text.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

#include "lull/asl/check/check.hpp"
#include "lull/asl/evaluate/run.hpp"
#include "lull/asl/load.hpp"
#include "lull/asl/program/shortcuts.hpp"
#include "support/text/text_trace.hpp"

namespace lull::asl {

struct RunnableProgram {
  Loaded loaded;
  Program program;
};

// Fails the test if there are mistakes.
inline std::unique_ptr<RunnableProgram> checked(const std::string& text, bool shortcuts = true) {
  Diagnostics diagnostics;
  auto result = std::make_unique<RunnableProgram>();
  result->loaded = load_text("test.asl", text, diagnostics);
  result->program = check(result->loaded, diagnostics);
  EXPECT_TRUE(diagnostics.empty()) << diagnostics.print();
  if (shortcuts) find_shortcuts(result->program);
  return result;
}

inline OpenSource source_of(std::string trace) {
  return [trace = std::move(trace)]() -> std::unique_ptr<TraceSource> {
    return std::move(support::parse_text_trace(trace).trace);
  };
}

inline RunResults run_on(const std::string& specification, std::string trace,
                         const RunOptions& options = {}) {
  const auto program = checked(specification);
  if (testing::Test::HasFailure()) return {};
  return run(program->program, source_of(std::move(trace)), "archive", 0, options);
}

inline void expect_one_error(const RunResults& results, std::string_view message) {
  ASSERT_EQ(results.errors.size(), 1u);
  EXPECT_EQ(results.errors[0].error.message, message);
}
inline void expect_one_property(const RunResults& results, double severity) {
  ASSERT_EQ(results.properties.size(), 1u);
  EXPECT_DOUBLE_EQ(results.properties[0].severity, severity);
}

// Returns the sums of a pattern's only instance, or of its n-th, as "name=value".
inline std::string sum_of(const RunResults& results, const std::string& pattern,
                          const std::string& name, std::size_t n = 0) {
  for (const PatternLine& line : results.patterns) {
    if (line.pattern != pattern || n-- > 0) continue;
    for (const auto& [own, value] : line.sums)
      if (own == name) return value.text;
  }
  return "none";
}
inline std::uint64_t matches_of(const RunResults& results, const std::string& pattern) {
  std::uint64_t matches = 0;
  for (const PatternLine& line : results.patterns)
    if (line.pattern == pattern) matches += line.matches;
  return matches;
}

}  // namespace lull::asl
