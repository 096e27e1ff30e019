// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/syntax/token_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

namespace lull::asl {
namespace {

using Kind = TokenKind;

constexpr Kind kDeclarations[] = {Kind::Class, Kind::Enum, Kind::Import, Kind::Pattern,
                                  Kind::Property};
constexpr Kind kClauses[] = {Kind::RootType, Kind::Instantiation, Kind::Constraint, Kind::Export,
                             Kind::Metric,   Kind::Condition,     Kind::Confidence, Kind::Severity};
// Tokens that continue an expression after a "}".
constexpr Kind kContinuations[] = {Kind::Plus,
                                   Kind::Minus,
                                   Kind::Times,
                                   Kind::Divide,
                                   Kind::Dot,
                                   Kind::Comma,
                                   Kind::And,
                                   Kind::Or,
                                   Kind::Else,
                                   Kind::Elif,
                                   Kind::In,
                                   Kind::Such,
                                   Kind::With,
                                   Kind::Where,
                                   Kind::Equal,
                                   Kind::NotEqual,
                                   Kind::Less,
                                   Kind::Greater,
                                   Kind::LessOrEqual,
                                   Kind::GreaterOrEqual,
                                   Kind::CloseParenthesis};

template <std::size_t N>
bool is_in(const Kind (&kinds)[N], Kind kind) {
  return std::ranges::find(kinds, kind) != std::end(kinds);
}

// Matches each bracket with its partner.
class PartnerFinder {
 public:
  explicit PartnerFinder(const std::vector<Token>& tokens)
      : tokens_(tokens), partners_(tokens.size()) {}

  std::vector<std::uint32_t> run() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) visit(i);
    return std::move(partners_);
  }

 private:
  void visit(std::size_t i) {
    const Kind kind = tokens_[i].kind;
    if (kind == Kind::OpenParenthesis || kind == Kind::OpenBrace)
      open_.push_back(static_cast<std::uint32_t>(i));
    else if (kind == Kind::CloseParenthesis && top_is(Kind::OpenParenthesis))
      close(i);
    else if (kind == Kind::Semicolon || kind == Kind::CloseBrace)
      while (top_is(Kind::OpenParenthesis)) open_.pop_back();
    else if (is_in(kDeclarations, kind))
      open_.clear();
    if (kind == Kind::CloseBrace && top_is(Kind::OpenBrace)) close(i);
  }

  [[nodiscard]] bool top_is(Kind kind) const {
    return !open_.empty() && tokens_[open_.back()].kind == kind;
  }

  void close(std::size_t i) {
    partners_[open_.back()] = static_cast<std::uint32_t>(i);
    open_.pop_back();
  }

  const std::vector<Token>& tokens_;
  std::vector<std::uint32_t> partners_;
  std::vector<std::uint32_t> open_;
};

}  // namespace

std::string keyword_hint(std::string_view word) {
  std::string capitals(word.substr(0, 20));
  std::ranges::transform(capitals, capitals.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  if (capitals == word || !keyword_of(capitals)) return {};
  return fmt::format("the keyword is written {}", capitals);
}

TokenStream::TokenStream(const Source& source, Diagnostics& diagnostics)
    : source_(source),
      diagnostics_(diagnostics),
      tokens_(tokens_of(source, diagnostics)),
      partners_(PartnerFinder(tokens_).run()) {}

const Token& TokenStream::token(std::size_t ahead) const {
  return tokens_[std::min(next_ + ahead, tokens_.size() - 1)];
}

bool TokenStream::is_one_of(std::initializer_list<TokenKind> kinds) const {
  return std::ranges::find(kinds, kind()) != kinds.end();
}

bool TokenStream::are(std::initializer_list<TokenKind> kinds) const {
  std::size_t ahead = 0;
  return std::ranges::all_of(kinds, [&](Kind wanted) { return kind(ahead++) == wanted; });
}

std::string_view TokenStream::text(std::size_t ahead) const {
  const Token& shown = token(ahead);
  return source_.text().substr(shown.begin, shown.end - shown.begin);
}

std::optional<std::size_t> TokenStream::partner(std::size_t ahead) const {
  const std::size_t number = next_ + ahead;
  if (number >= partners_.size() || partners_[number] == 0) return std::nullopt;
  return partners_[number] - next_;
}

Position TokenStream::take() {
  const Position place = at();
  if (!is(Kind::End)) ++next_;
  return place;
}

bool TokenStream::accept(TokenKind kind) {
  if (!is(kind)) return false;
  take();
  return true;
}

bool TokenStream::expect(TokenKind kind, std::string hint) {
  if (accept(kind)) return true;
  if (hint.empty() && kind == Kind::Semicolon) hint = line_without_end();
  return fail_expecting(description(kind), std::move(hint));
}

std::optional<Position> TokenStream::expect_at(TokenKind kind) {
  const Position place = at();
  if (!expect(kind)) return std::nullopt;
  return place;
}

std::optional<Name> TokenStream::expect_name(std::string_view what) {
  if (!is(Kind::Identifier)) {
    const bool keyword = keyword_of(text()).has_value();
    fail_expecting(what, keyword ? fmt::format("{} is a keyword", text()) : std::string());
    return std::nullopt;
  }
  const std::string_view word = text();
  return Name{std::string(word), take()};
}

std::optional<Text> TokenStream::expect_text() {
  if (!is(Kind::String)) {
    fail_expecting(description(Kind::String));
    return std::nullopt;
  }
  const std::string_view quoted = text();
  return Text{string_value(quoted), take()};
}

bool TokenStream::fail(std::string message, std::string hint) {
  fail_at(at(), std::move(message), std::move(hint));
  return false;
}

bool TokenStream::fail_expecting(std::string_view what, std::string hint) {
  if (hint.empty() && is(Kind::Identifier)) hint = keyword_hint(text());
  if (hint.empty() && is(Kind::Assign)) hint = "compare two values with ==";
  return fail(fmt::format("{} is expected here, not {}", what, found()), std::move(hint));
}

// If the next token is on a later line, names the line that ends too early.
std::string TokenStream::line_without_end() const {
  if (next_ == 0) return {};
  const std::size_t above = source_.line(tokens_[next_ - 1].begin);
  if (above >= source_.line(token(0).begin)) return {};
  return fmt::format("line {} ends without it", above);
}

void TokenStream::fail_at(const Position& at, std::string message, std::string hint) {
  diagnostics_.add(at, std::move(message), std::move(hint));
}

std::string TokenStream::found() const {
  const Kind here = kind();
  if (here == Kind::Identifier || here == Kind::Integer || here == Kind::Float)
    return fmt::format("'{}'", text());
  return std::string(description(here));
}

bool TokenStream::begins_declaration(std::size_t number) const {
  if (!is_in(kDeclarations, tokens_[number].kind)) return false;
  // In "<PATTERN p, PROPERTY q>", these keywords introduce formals.
  const Kind before = number == 0 ? Kind::End : tokens_[number - 1].kind;
  return before != Kind::Less && before != Kind::Comma;
}

void TokenStream::leave_definition(std::size_t begin) {
  std::size_t i = begin;
  for (; tokens_[i].kind != Kind::End; ++i) {
    if (i >= next_ && tokens_[i].kind == Kind::Semicolon) {
      ++i;
      break;
    }
    if (tokens_[i].kind == Kind::CloseBrace) break;
    if (i >= next_ && i > begin && (is_in(kClauses, tokens_[i].kind) || begins_declaration(i)))
      break;
    if (partners_[i] != 0) i = partners_[i];
  }
  next_ = std::max(next_, i);
}

void TokenStream::leave_declaration(std::size_t begin) {
  std::size_t i = begin;
  for (; tokens_[i].kind != Kind::End; ++i) {
    if (i >= next_ && i > begin && begins_declaration(i)) break;
    if (partners_[i] != 0) i = partners_[i];
    const Kind here = tokens_[i].kind;
    const bool ends = here == Kind::Semicolon ||
                      (here == Kind::CloseBrace && !is_in(kContinuations, tokens_[i + 1].kind));
    if (i < next_ || !ends) continue;
    ++i;
    if (here == Kind::CloseBrace && tokens_[i].kind == Kind::Semicolon) ++i;
    break;
  }
  next_ = std::max(next_, i);
}

bool TokenStream::at_clause() const { return is_in(kClauses, kind()); }

bool TokenStream::at_end_of_body() const {
  return is(Kind::CloseBrace) || is(Kind::End) || begins_declaration(next_);
}

Nested::Nested(TokenStream& tokens) : tokens_(tokens), allowed_(++tokens.depth_ <= kMostNesting) {
  if (!allowed_)
    tokens_.fail("this is nested too deeply",
                 fmt::format("at most {} levels are allowed", kMostNesting));
}

}  // namespace lull::asl
