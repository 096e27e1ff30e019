// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/rules/check_rule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "lull/base/text/utf8.hpp"
#include "lull/report/model/value_text.hpp"

namespace lull::report {
namespace {

using Kind = RuleToken::Kind;

constexpr std::pair<std::string_view, Aggregate> kAggregates[] = {
    {"sum", Aggregate::Sum},     {"mean", Aggregate::Mean},   {"median", Aggregate::Median},
    {"min", Aggregate::Minimum}, {"max", Aggregate::Maximum}, {"imbalance", Aggregate::Imbalance}};
constexpr std::pair<std::string_view, Relation> kRelations[] = {{">", Relation::Greater},
                                                                {">=", Relation::GreaterOrEqual},
                                                                {"<", Relation::Less},
                                                                {"<=", Relation::LessOrEqual}};

template <class Table>
auto find_named(const Table& table, std::string_view name) {
  return std::find_if(std::begin(table), std::end(table),
                      [&](const auto& entry) { return entry.first == name; });
}

// Each step consumes tokens and returns whether they were correct; the first mistake ends parsing.
class RuleParser {
 public:
  RuleParser(const RuleText& source, std::vector<RuleToken> tokens) : tokens_(std::move(tokens)) {
    rule_.source = source;
  }

  std::variant<CheckRule, RuleMistake> run() {
    if (name() && value() && relation() && limit() && ending()) return std::move(rule_);
    return *mistake_;
  }

 private:
  [[nodiscard]] const RuleToken& token() const { return tokens_[next_]; }
  [[nodiscard]] bool is(Kind kind) const { return token().kind == kind; }
  [[nodiscard]] bool is_symbol(std::string_view text) const {
    return is(Kind::Symbol) && token().text == text;
  }
  [[nodiscard]] bool is_word(std::string_view text) const {
    return is(Kind::Word) && token().text == text;
  }
  [[nodiscard]] bool is_name() const { return is(Kind::Word) || is(Kind::Quoted); }

  bool fail(std::string sentence) {
    mistake_ = RuleMistake{token().at, std::move(sentence)};
    return false;
  }

  // Parses the text before the only colon.
  bool name() {
    const std::string& text = rule_.source.text;
    const auto colon = std::find_if(tokens_.begin(), tokens_.end(), [](const RuleToken& token) {
      return token.kind == Kind::Symbol && token.text == ":";
    });
    if (colon != tokens_.end()) {
      if (colon == tokens_.begin()) return fail("the rule's name is missing before the colon");
      const bool quoted = tokens_.front().kind == Kind::Quoted && colon - tokens_.begin() == 1;
      const std::size_t begin = tokens_.front().at;
      rule_.name = quoted ? tokens_.front().text : text.substr(begin, (colon - 1)->end - begin);
      next_ = static_cast<std::size_t>(colon - tokens_.begin()) + 1;
    }
    if (next_ + 1 < tokens_.size()) {
      const std::size_t end = tokens_[tokens_.size() - 2].end;
      rule_.condition = text.substr(token().at, end - token().at);
    }
    if (rule_.name.empty()) rule_.name = rule_.condition;
    return true;
  }

  bool value() {
    const bool call =
        is(Kind::Word) && tokens_[next_ + 1].kind == Kind::Symbol && tokens_[next_ + 1].text == "(";
    if (call && !function()) return false;
    if (!is_name()) return fail("a metric is expected here, such as mpi_latesender");
    rule_.metric = token().text;
    rule_.metric_at = token().at;
    ++next_;
    if (call) {
      if (is_word("in")) return fail("a ')' is expected here; the call path follows it");
      if (!is_symbol(")")) return fail("a ')' is expected here");
      ++next_;
    }
    return !is_word("in") || call_path();
  }

  bool function() {
    const auto* const known = find_named(kAggregates, token().text);
    if (known == std::end(kAggregates))
      return fail(
          fmt::format("unknown function \"{}\"; known functions are sum, mean, median, min, max "
                      "and imbalance",
                      token().text));
    rule_.aggregate = known->second;
    next_ += 2;
    return true;
  }

  bool call_path() {
    ++next_;
    if (!is_name()) return fail("a call path is expected here, such as main/solve");
    rule_.call_path = token().text;
    rule_.call_path_at = token().at;
    ++next_;
    return true;
  }

  bool relation() {
    const auto* const known = find_named(kRelations, is(Kind::Symbol) ? token().text : "");
    if (known == std::end(kRelations)) {
      if (is_name())
        return fail("a >, >=, < or <= is expected here; a name of several words needs quotes");
      return fail("a >, >=, < or <= is expected here");
    }
    rule_.relation = known->second;
    ++next_;
    return true;
  }

  bool limit() {
    rule_.limit_at = token().at;
    const bool minus = is_symbol("-");
    rule_.change = minus || is_symbol("+");
    if (rule_.change) ++next_;
    if (!is(Kind::Number)) return fail("a number is expected here");
    rule_.limit = minus ? -token().number : token().number;
    ++next_;
    rule_.unit_at = token().at;
    if (!is_symbol("%") && (!is(Kind::Word) || is_word("if"))) return true;
    rule_.unit = token().text;
    ++next_;
    return true;
  }

  bool ending() {
    if (is_word("if")) {
      ++next_;
      if (!is_word("present")) return fail("\"if\" is followed by \"present\"");
      ++next_;
      rule_.if_present = true;
    }
    return is(Kind::End) || fail("the rule should end here");
  }

  CheckRule rule_;
  std::vector<RuleToken> tokens_;
  std::size_t next_ = 0;
  std::optional<RuleMistake> mistake_;
};

// Replaces each byte of an unprintable character with "?".
std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = utf8_sequence_length(text);
    const auto first = static_cast<unsigned char>(text.front());
    const bool plain = length > 0 && (first >= 0x20 || first == '\t') && first != 0x7F;
    result += plain ? text.substr(0, length) : "?";
    text.remove_prefix(plain ? length : 1);
  }
  return result;
}

}  // namespace

std::variant<CheckRule, RuleMistake> parse_rule(const RuleText& source) {
  auto tokens = rule_tokens(source.text);
  if (const auto* mistake = std::get_if<RuleMistake>(&tokens)) return *mistake;
  return RuleParser(source, std::get<std::vector<RuleToken>>(std::move(tokens))).run();
}

std::vector<RuleText> rules_of_file(const std::string& file, std::string_view content) {
  std::vector<RuleText> rules;
  for (std::size_t line = 1; !content.empty(); ++line) {
    std::string text(content.substr(0, content.find('\n')));
    content.remove_prefix(std::min(content.size(), text.size() + 1));
    if (text.ends_with('\r')) text.pop_back();
    const std::size_t first = text.find_first_not_of(" \t");
    if (first != text.npos && text[first] != '#') rules.push_back({std::move(text), file, line});
  }
  return rules;
}

std::string diagnostic(const RuleText& source, const RuleMistake& mistake) {
  // Number of bytes shown of a line, from a position near the mistake.
  constexpr std::size_t kLongest = 160;
  const std::string before = printable(source.text.substr(0, mistake.at));
  const std::string place =
      source.file.empty()
          ? fmt::format("--fail-on, column {}", text_width(before) + 1)
          : fmt::format("{}:{}:{}", source.file, source.line, text_width(before) + 1);
  std::string_view shown = source.text;
  std::size_t skipped = 0;
  if (shown.size() > kLongest && mistake.at > kLongest / 2) skipped = mistake.at - kLongest / 2;
  shown = shown.substr(skipped, kLongest);
  std::string margin;
  for (const char c : printable(shown.substr(0, mistake.at - skipped)))
    if (c == '\t' || (static_cast<unsigned char>(c) & 0xC0) != 0x80)
      margin += c == '\t' ? '\t' : ' ';
  return fmt::format("{}: {}\n  {}\n  {}^", place, mistake.sentence, printable(shown), margin);
}

std::string_view name_of(Aggregate aggregate) {
  const auto* const found =
      std::find_if(std::begin(kAggregates), std::end(kAggregates),
                   [&](const auto& entry) { return entry.second == aggregate; });
  return found->first;
}

std::string_view name_of(Relation relation) {
  const auto* const found =
      std::find_if(std::begin(kRelations), std::end(kRelations),
                   [&](const auto& entry) { return entry.second == relation; });
  return found->first;
}

}  // namespace lull::report
