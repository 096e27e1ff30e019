// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "support/text/trace_file.hpp"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <sstream>

#include "lull/base/error.hpp"
#include "support/text/text_words.hpp"

namespace lull::support {
namespace {

struct Variable {
  Word name;
  std::vector<std::string> values;
};

// A "==" line and the lines that follow, until the next one.
struct Block {
  Word title;
  std::vector<Variable> variables;  // all have the same number of values
  std::string text;

  [[nodiscard]] std::size_t first_line() const { return title.line + 1 + variables.size(); }
};

Block begin_block(std::span<const Word> words) {
  if (words.size() != 2 || !words[0].is("=="))
    fail_at(words[0], "a test begins with \"== SUITE.NAME\"");
  const std::string& title = words[1].text;
  const std::size_t dot = title.find('.');
  if (dot == 0 || dot == title.npos || dot + 1 == title.size())
    fail_at(words[1], fmt::format("\"{}\" is not a SUITE.NAME", title));
  return {words[1], {}, {}};
}

// Parses "with CALL = MPI_Bsend, MPI_Rsend".
void add_variable(Block& block, std::span<const Word> words) {
  if (words.size() < 4 || !words[2].is("=") || split_at(words.subspan(3), ",").empty())
    fail_at(words[0], "expected \"with NAME = VALUE, VALUE …\"");
  Variable variable{words[1], {}};
  for (const auto& value : split_at(words.subspan(3), ",")) {
    if (value.size() != 1) fail_at(value[1], "a comma is missing between two values");
    variable.values.push_back(value[0].text);
  }
  if (!block.variables.empty() && block.variables.front().values.size() != variable.values.size())
    fail_at(words[1], "all \"with\" lines of a test need the same number of values");
  block.variables.push_back(std::move(variable));
}

std::vector<Block> blocks_of(std::string_view text, const std::string& file) {
  std::vector<Block> blocks;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const auto words = [&] { return split_words(line, file, number); };
    if (line.starts_with("==")) {
      blocks.push_back(begin_block(words()));
    } else if (blocks.empty()) {
      if (const auto found = words(); !found.empty())
        fail_at(found[0], "a file begins with comments or with \"== SUITE.NAME\"");
    } else if (line.starts_with("with") && number == blocks.back().first_line()) {
      add_variable(blocks.back(), words());
    } else {
      blocks.back().text.append(line).append("\n");
    }
  }
  return blocks;
}

// Returns whether `text` contains `part`, and replaces all of them.
bool replace_all(std::string& text, const std::string& part, const std::string& by) {
  bool found = false;
  for (auto at = text.find(part); at != text.npos; at = text.find(part, at + by.size())) {
    text.replace(at, part.size(), by);
    found = true;
  }
  return found;
}

TraceTest& test_called(const std::string& title, std::size_t line, std::vector<TraceTest>& tests) {
  const std::size_t dot = title.find('.');
  const std::string suite = title.substr(0, dot);
  const std::string name = title.substr(dot + 1);
  const auto found = std::ranges::find_if(
      tests, [&](const TraceTest& test) { return test.suite == suite && test.name == name; });
  if (found != tests.end()) return *found;
  tests.push_back({suite, name, line, {}});
  return tests.back();
}

void add_case(const Block& block, std::size_t index, std::vector<TraceTest>& tests) {
  TestCase result{block.text, block.first_line(), {}};
  std::string title = block.title.text;
  for (const Variable& variable : block.variables) {
    const std::string place = "{" + variable.name.text + "}";
    const std::string& value = variable.values[index];
    const bool in_title = replace_all(title, place, value);
    if (!replace_all(result.text, place, value) && !in_title)
      fail_at(variable.name, fmt::format("{} is not used", place));
    result.values +=
        fmt::format("{}{} = {}", result.values.empty() ? "" : ", ", variable.name.text, value);
  }
  test_called(title, block.title.line, tests).cases.push_back(std::move(result));
}

}  // namespace

std::vector<TraceTest> parse_trace_file(std::string_view text, const std::string& file) {
  std::vector<TraceTest> tests;
  for (const Block& block : blocks_of(text, file)) {
    const std::size_t cases = block.variables.empty() ? 1 : block.variables[0].values.size();
    for (std::size_t index = 0; index < cases; ++index) add_case(block, index, tests);
  }
  if (tests.empty()) throw input_error("{}:1:1: the file contains no test", file);
  return tests;
}

std::vector<TraceTest> read_trace_file(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) throw system_error(path.string() + " cannot be read", errno);
  std::ostringstream text;
  text << file.rdbuf();
  return parse_trace_file(text.str(), path.string());
}

}  // namespace lull::support
