// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/filter_rules.hpp"

#include <fnmatch.h>

#include <array>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "lull/base/error.hpp"

namespace lull {
namespace {

// Splits a line into words. A backslash escapes a space or #; # begins a comment.
std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words;
  std::string word;
  for (std::size_t i = 0; i <= line.size(); ++i) {
    const char c = i < line.size() ? line[i] : '\n';
    if (c == '\\' && i + 1 < line.size()) {
      word += c;
      word += line[++i];
    } else if (std::isspace(static_cast<unsigned char>(c)) != 0 || c == '#') {
      if (!word.empty()) words.push_back(std::move(word));
      word.clear();
      if (c == '#') break;
    } else {
      word += c;
    }
  }
  return words;
}

class Parser {
 public:
  explicit Parser(const std::string& file) : file_(file) {}

  void take(const std::string& word, std::size_t line) {
    line_ = line;
    if (word == "SCOREP_REGION_NAMES_BEGIN") return begin(rules_.regions, word);
    if (word == "SCOREP_FILE_NAMES_BEGIN") return begin(rules_.files, word);
    if (word == "SCOREP_REGION_NAMES_END") return end(rules_.regions, word);
    if (word == "SCOREP_FILE_NAMES_END") return end(rules_.files, word);
    if (block_ == nullptr)
      fail("'" + word +
           "' is outside SCOREP_REGION_NAMES_BEGIN ... _END and SCOREP_FILE_NAMES_BEGIN "
           "... _END");
    if (word == "EXCLUDE" || word == "INCLUDE") {
      in_rule_ = true;
      rule_ = {.pattern = {}, .exclude = word == "EXCLUDE"};
    } else if (!in_rule_) {
      fail("'" + word + "' comes before the first EXCLUDE or INCLUDE of its block");
    } else if (word == "MANGLED") {
      if (block_ == &rules_.files) fail("MANGLED does not apply to file names");
      rule_.mangled = true;
    } else {
      rule_.pattern = word;
      block_->push_back(rule_);
    }
  }
  FilterRules finish() {
    if (block_ != nullptr) fail(begun_ + " has no end");
    return std::move(rules_);
  }

 private:
  void begin(std::vector<FilterRule>& block, const std::string& word) {
    if (block_ != nullptr) fail(word + " is inside a block");
    block_ = &block;
    begun_ = word;
    in_rule_ = false;
  }
  void end(const std::vector<FilterRule>& block, const std::string& word) {
    if (block_ != &block) fail(word + " has no matching begin");
    block_ = nullptr;
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw usage_error("{}:{}: {}", file_, line_, what);
  }

  const std::string& file_;
  FilterRules rules_;
  std::vector<FilterRule>* block_ = nullptr;
  std::string begun_;
  FilterRule rule_;
  bool in_rule_ = false;
  std::size_t line_ = 0;
};

// Returns whether the last matching rule excludes the name.
bool last_match_excludes(const std::vector<FilterRule>& rules, const std::string& name,
                         const std::string& symbol, const std::string& full_name = {}) {
  bool excluded = false;
  for (const FilterRule& rule : rules) {
    const auto matches = [&rule](const std::string& compared) {
      return ::fnmatch(rule.pattern.c_str(), compared.c_str(), 0) == 0;
    };
    if (rule.mangled ? matches(symbol)
                     : matches(name) || (!full_name.empty() && matches(full_name)))
      excluded = rule.exclude;
  }
  return excluded;
}

}  // namespace

bool FilterRules::exclude(const std::string& name, const std::string& symbol,
                          const std::string& file, const std::string& full_name) const {
  if (!file.empty() && last_match_excludes(files, file, file)) return true;
  return last_match_excludes(regions, name, symbol, full_name);
}

FilterRules parse_filter(std::string_view text, const std::string& file) {
  Parser parser(file);
  std::istringstream lines{std::string(text)};
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    for (const std::string& word : words_of(line)) parser.take(word, number);
  }
  return parser.finish();
}

FilterRules read_filter_file(const std::string& file) {
  constexpr std::size_t kLargest = std::size_t{64} << 20U;
  std::error_code unknown;
  if (std::filesystem::is_directory(file, unknown))
    throw usage_error("{}: not a filter file but a directory", file);
  std::ifstream stream(file, std::ios::binary);
  std::string text;
  std::array<char, 65536> part;
  while (stream && text.size() <= kLargest) {
    stream.read(part.data(), part.size());
    text.append(part.data(), static_cast<std::size_t>(stream.gcount()));
  }
  if (text.size() > kLargest) throw usage_error("{}: not a filter file: it is too large", file);
  if (stream.eof()) stream.clear();
  if (!stream) throw usage_error("{}: cannot read the filter file: {}", file, std::strerror(errno));
  if (text.find('\0') != text.npos)
    throw usage_error("{}: not a filter file but binary data", file);
  return parse_filter(text, file);
}

std::vector<FilterRule> include_only(std::string_view patterns) {
  std::vector<FilterRule> rules{{.pattern = "*", .exclude = true}};
  std::istringstream words{std::string(patterns)};
  for (std::string word; std::getline(words, word, ',');)
    if (!word.empty()) rules.push_back({.pattern = word, .exclude = false});
  return rules;
}

}  // namespace lull
