// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/syntax/tokens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>
#include <unordered_map>

namespace lull::asl {
namespace {

struct Sign {
  std::string_view text;
  TokenKind kind;
};

constexpr Sign kSigns[] = {
#define LULL_ASL_TOKEN(name, description)
#define LULL_ASL_KEYWORD(name, text)
#define LULL_ASL_EITHER_CASE(name, text, lower)
#define LULL_ASL_SIGN(name, text) {text, TokenKind::name},
#include "lull/asl/syntax/token_list.def"
};

constexpr std::string_view kDescriptions[] = {
#define LULL_ASL_TOKEN(name, description) description,
#define LULL_ASL_KEYWORD(name, text) text,
#define LULL_ASL_EITHER_CASE(name, text, lower) text,
#define LULL_ASL_SIGN(name, text) ("'" text "'"),
#include "lull/asl/syntax/token_list.def"
};

// Signs of other languages.
constexpr std::pair<std::string_view, std::string_view> kForeignSigns[] = {
    {"&&", "write AND"},
    {"||", "write OR"},
    {"!", "write NOT, or != to compare"},
    {"'", "write texts in double quotes: \"…\""},
    {"#", "comments begin with //"},
    {"[", "write sets in braces: {a, b}"}};

const std::unordered_map<std::string_view, TokenKind>& keywords() {
  static const std::unordered_map<std::string_view, TokenKind> kKeywords = {
#define LULL_ASL_TOKEN(name, description)
#define LULL_ASL_KEYWORD(name, text) {text, TokenKind::name},
#define LULL_ASL_EITHER_CASE(name, text, lower) {text, TokenKind::name}, {lower, TokenKind::name},
#define LULL_ASL_SIGN(name, text)
#include "lull/asl/syntax/token_list.def"
  };
  return kKeywords;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool begins_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool continues_word(char c) { return begins_word(c) || is_digit(c); }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

const Sign* sign_at(std::string_view text) {
  const auto* const sign =
      std::ranges::find_if(kSigns, [&](const Sign& s) { return text.starts_with(s.text); });
  return sign == std::end(kSigns) ? nullptr : sign;
}

class Lexer {
 public:
  Lexer(const Source& source, Diagnostics& diagnostics)
      : source_(source), diagnostics_(diagnostics), text_(source.text()) {}

  std::vector<Token> run() {
    while (skip_blanks()) token();
    const std::uint32_t end = tokens_.empty() ? 0 : tokens_.back().end;
    tokens_.push_back({TokenKind::End, end, end});
    return std::move(tokens_);
  }

 private:
  [[nodiscard]] char at(std::size_t offset) const {
    return offset < text_.size() ? text_[offset] : '\0';
  }
  [[nodiscard]] std::string_view rest() const { return text_.substr(next_); }
  void mistake(std::size_t offset, std::string message, std::string hint = {}) {
    diagnostics_.add(source_.at(offset), std::move(message), std::move(hint));
  }
  template <class Test>
  void skip_while(Test test) {
    while (next_ < text_.size() && test(text_[next_])) ++next_;
  }

  // Returns false at the end of the text.
  bool skip_blanks() {
    while (next_ < text_.size()) {
      if (is_blank(text_[next_]))
        ++next_;
      else if (rest().starts_with("//"))
        skip_while([](char c) { return c != '\n'; });
      else if (rest().starts_with("/*"))
        skip_comment();
      else
        return true;
    }
    return false;
  }

  void skip_comment() {
    const std::size_t end = text_.find("*/", next_ + 2);
    if (end == text_.npos) mistake(next_, "this comment does not end", "end it with */");
    next_ = end == text_.npos ? text_.size() : end + 2;
  }

  void token() {
    const std::size_t begin = next_;
    if (begins_word(text_[next_]))
      add(word(), begin);
    else if (is_digit(text_[next_]))
      add(number(), begin);
    else if (text_[next_] == '"')
      string();
    else if (const Sign* const sign = sign_at(rest()); sign != nullptr)
      next_ += sign->text.size(), add(sign->kind, begin);
    else
      no_token();
  }

  void add(TokenKind kind, std::size_t begin) {
    tokens_.push_back({kind, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(next_)});
  }

  TokenKind word() {
    const std::size_t begin = next_;
    skip_while(continues_word);
    if (!tokens_.empty() && tokens_.back().kind == TokenKind::Dot) return TokenKind::Identifier;
    return keyword_of(text_.substr(begin, next_ - begin)).value_or(TokenKind::Identifier);
  }

  TokenKind number() {
    const std::size_t begin = next_;
    skip_while(is_digit);
    TokenKind kind = TokenKind::Integer;
    if (at(next_) == '.' && is_digit(at(next_ + 1))) {
      ++next_;
      skip_while(is_digit);
      kind = TokenKind::Float;
    }
    if (exponent()) kind = TokenKind::Float;
    const std::string_view text = text_.substr(begin, next_ - begin);
    if (begins_word(at(next_))) {
      mistake(next_, "a number must not be followed by letters");
      skip_while(continues_word);
    } else if (kind == TokenKind::Integer && !integer_value(text)) {
      mistake(begin, "the number is too large for an int", "the largest is 9223372036854775807");
    } else if (kind == TokenKind::Float && !float_value(text)) {
      mistake(begin, "the number is too large or too small for a float");
    }
    return kind;
  }

  bool exponent() {
    if (at(next_) != 'e' && at(next_) != 'E') return false;
    const std::size_t digits = next_ + (at(next_ + 1) == '+' || at(next_ + 1) == '-' ? 2 : 1);
    if (!is_digit(at(digits))) return false;
    next_ = digits;
    skip_while(is_digit);
    return true;
  }

  void string() {
    const std::size_t begin = next_++;
    while (next_ < text_.size() && text_[next_] != '"' && text_[next_] != '\n') {
      if (text_[next_] == '\\') escape();
      ++next_;
    }
    if (at(next_) == '"' && next_ < text_.size())
      ++next_;
    else
      next_ = std::min(next_, text_.size()),
      mistake(begin, "this text does not end on its line", "end it with \"");
    add(TokenKind::String, begin);
  }

  // Reports an invalid escape; the caller skips the character after the backslash.
  void escape() {
    const char c = at(next_ + 1);
    if (c == '"' || c == '\\' || c == 'n' || c == 't')
      ++next_;
    else
      mistake(next_, "unknown escape in a text", "valid escapes are \\\" \\\\ \\n \\t");
  }

  // Reports a run of invalid characters as one mistake.
  void no_token() {
    const std::size_t begin = next_;
    const auto unknown = [&](char c) {
      return !begins_word(c) && !is_digit(c) && !is_blank(c) && c != '"' &&
             sign_at(rest()) == nullptr;
    };
    skip_while(unknown);
    const std::string_view text = text_.substr(begin, next_ - begin);
    const auto* const foreign = std::ranges::find_if(
        kForeignSigns, [&](const auto& sign) { return text.starts_with(sign.first); });
    mistake(begin, fmt::format("'{}' has no meaning here", text),
            foreign == std::end(kForeignSigns) ? "" : std::string(foreign->second));
  }

  const Source& source_;
  Diagnostics& diagnostics_;
  std::string_view text_;
  std::size_t next_ = 0;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokens_of(const Source& source, Diagnostics& diagnostics) {
  return Lexer(source, diagnostics).run();
}

std::string_view description(TokenKind kind) {
  return kDescriptions[static_cast<std::size_t>(kind)];
}

std::optional<TokenKind> keyword_of(std::string_view word) {
  const auto found = keywords().find(word);
  if (found == keywords().end()) return std::nullopt;
  return found->second;
}

bool is_literal(TokenKind kind) {
  switch (kind) {
    case TokenKind::Integer:
    case TokenKind::Float:
    case TokenKind::String:
    case TokenKind::True:
    case TokenKind::False:
    case TokenKind::Null:
    case TokenKind::Root:
    case TokenKind::Trace:
    case TokenKind::This:
      return true;
    default:
      return false;
  }
}

std::optional<std::int64_t> integer_value(std::string_view text) {
  std::int64_t value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc()) return std::nullopt;
  return value;
}

std::optional<double> float_value(std::string_view text) {
  double value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc() || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::string string_value(std::string_view text) {
  std::string value;
  if (!text.empty()) text.remove_prefix(1);
  for (std::size_t i = 0; i < text.size() && text[i] != '"'; ++i) {
    char c = text[i];
    if (c == '\\' && i + 1 < text.size()) {
      c = text[++i];
      if (c == 'n') c = '\n';
      if (c == 't') c = '\t';
    }
    value += c;
  }
  return value;
}

}  // namespace lull::asl
