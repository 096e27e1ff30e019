// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/rules/check_tokens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

namespace lull::report {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool begins_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || std::isalpha(byte) != 0 ||
         std::string_view("_/.$~@").find(c) != std::string_view::npos;
}
bool continues_word(char c) { return begins_word(c) || is_digit(c) || c == '-'; }

class Tokenizer {
 public:
  explicit Tokenizer(std::string_view text) : text_(text) {}

  std::variant<std::vector<RuleToken>, RuleMistake> run() {
    while (!mistake_) {
      while (at_ < text_.size() && is_space(text_[at_])) ++at_;
      if (at_ == text_.size() || text_[at_] == '#') break;
      next();
    }
    if (mistake_) return *mistake_;
    tokens_.push_back({RuleToken::Kind::End, "", 0, at_, at_});
    return std::move(tokens_);
  }

 private:
  [[nodiscard]] char peek(std::size_t ahead) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  void next() {
    const char c = text_[at_];
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number();
    if (c == '"' || c == '\'') return quoted();
    if (begins_word(c)) return word();
    if (c == '>' || c == '<') return add(RuleToken::Kind::Symbol, at_, peek(1) == '=' ? 2 : 1);
    if (std::string_view("():+-%").find(c) != std::string_view::npos)
      return add(RuleToken::Kind::Symbol, at_, 1);
    if (c == '=' || c == '!') return fail("a rule compares with >, >=, < or <=");
    fail(std::isprint(static_cast<unsigned char>(c)) != 0
             ? fmt::format("'{}' has no meaning here; names with such characters need quotes", c)
             : "this character has no meaning here");
  }

  void number() {
    double value = 0;
    const char* const begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error != std::errc()) return fail("this number is too large or too small");
    add(RuleToken::Kind::Number, at_, static_cast<std::size_t>(end - begin));
    tokens_.back().number = value;
  }

  void quoted() {
    const std::size_t end = text_.find(text_[at_], at_ + 1);
    if (end == text_.npos) return fail("the quote that begins here has no end");
    if (end == at_ + 1) return fail("there is no name between these quotes");
    add(RuleToken::Kind::Quoted, at_, end + 1 - at_);
    tokens_.back().text = text_.substr(tokens_.back().at + 1, end - tokens_.back().at - 1);
  }

  void word() {
    std::size_t length = 1;
    while (true) {
      if (continues_word(peek(length)))
        ++length;
      else if (peek(length) == ':' && peek(length + 1) == ':')
        length += 2;
      else
        break;
    }
    add(RuleToken::Kind::Word, at_, length);
  }

  void add(RuleToken::Kind kind, std::size_t at, std::size_t length) {
    tokens_.push_back({kind, std::string(text_.substr(at, length)), 0, at, at + length});
    at_ = at + length;
  }

  void fail(std::string sentence) { mistake_ = RuleMistake{at_, std::move(sentence)}; }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<RuleToken> tokens_;
  std::optional<RuleMistake> mistake_;
};

}  // namespace

std::variant<std::vector<RuleToken>, RuleMistake> rule_tokens(std::string_view text) {
  return Tokenizer(text).run();
}

}  // namespace lull::report
