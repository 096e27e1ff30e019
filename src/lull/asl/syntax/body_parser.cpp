// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The common parts of bodies, and patterns.
#include "lull/asl/syntax/body_parser.hpp"

#include <utility>

namespace lull::asl {

void BodyParser::read(Pattern& pattern) {
  using At = const Position&;
  let(pattern.let);
  clause(TokenKind::RootType, [&](At) { return colon() && root_type(pattern); });
  clause(TokenKind::Instantiation, [&](At) { return colon() && constants(pattern.instantiation); });
  clause(TokenKind::Constraint, [&](At) { return colon() && constraint(pattern); });
  clause(TokenKind::Export, [&](At) { return exports(pattern); });
  if (tokens_.is(TokenKind::Metric))
    clause(TokenKind::Metric, [&](At at) { return colon() && metric(pattern, at); });
  pattern.close = end();
}

void BodyParser::clause(TokenKind keyword, const Content& content) {
  if (!tokens_.is(keyword)) missing_clause(keyword);
  if (!tokens_.is(keyword)) return;
  const std::size_t begin = tokens_.taken();
  const Position at = tokens_.take();
  if (content(at)) return;
  mistaken_ = true;
  tokens_.leave_definition(begin);
}

// Skips to the clause, or to the next one. A missing clause is not reported at the end of a body
// with a mistake.
void BodyParser::missing_clause(TokenKind keyword) {
  if (!mistaken_ || tokens_.at_clause()) tokens_.fail_expecting(description(keyword));
  mistaken_ = true;
  while (!tokens_.at_clause() && !tokens_.at_end_of_body())
    tokens_.leave_definition(tokens_.taken());
}

void BodyParser::let(std::vector<Definition>& definitions) {
  if (!tokens_.accept(TokenKind::Let)) return;
  bool complete = true;
  while (!tokens_.is(TokenKind::In) && !tokens_.at_clause() && !tokens_.at_end_of_body()) {
    const std::size_t begin = tokens_.taken();
    std::optional<Definition> read;
    const bool right = declarations_.definition(read);
    if (read) definitions.push_back(std::move(*read));
    if (right) continue;
    complete = false;
    tokens_.leave_definition(begin);
  }
  mistaken_ |= !complete;
  if (!tokens_.accept(TokenKind::In) && complete) {
    tokens_.fail_expecting("IN", "LET ends with IN");
    mistaken_ = true;
  }
}

// Parses up to the next clause; a mistake in one constant does not affect the others.
bool BodyParser::constants(std::vector<Constant>& constants) {
  while (!tokens_.at_clause() && !tokens_.at_end_of_body()) {
    const std::size_t begin = tokens_.taken();
    std::optional<Constant> read;
    const bool right = declarations_.constant(read);
    if (read) constants.push_back(std::move(*read));
    if (right) continue;
    mistaken_ = true;
    tokens_.leave_definition(begin);
  }
  return true;
}

// A missing end is not reported if the body already has a mistake.
Position BodyParser::end() {
  const Position at = tokens_.at();
  if (tokens_.accept(TokenKind::CloseBrace)) {
    tokens_.accept(TokenKind::Semicolon);
    return at;
  }
  if (!mistaken_) tokens_.fail_expecting(description(TokenKind::CloseBrace));
  while (!tokens_.at_end_of_body()) {
    const std::size_t begin = tokens_.taken();
    tokens_.take();
    tokens_.leave_definition(begin);
  }
  if (tokens_.accept(TokenKind::CloseBrace)) tokens_.accept(TokenKind::Semicolon);
  return at;
}

bool BodyParser::root_type(Pattern& pattern) {
  std::optional<Name> name = tokens_.expect_name("a class of events");
  if (!name) return false;
  pattern.root_type = std::move(*name);
  return tokens_.expect(TokenKind::Semicolon);
}

bool BodyParser::constraint(Pattern& pattern) {
  pattern.constraint = expressions_.expression();
  if (!pattern.constraint) return false;
  if (tokens_.accept(TokenKind::Semicolon) || tokens_.at_clause() || tokens_.at_end_of_body())
    return true;
  return tokens_.fail_expecting("';' or EXPORT");
}

bool BodyParser::exports(Pattern& pattern) {
  if (tokens_.is(TokenKind::Identifier)) pattern.match_class = tokens_.expect_name("a class");
  return colon() && constants(pattern.exports);
}

bool BodyParser::metric(Pattern& pattern, const Position& at) {
  Metric metric;
  metric.at = at;
  std::optional<Text> name = tokens_.expect_text();
  if (!name) return false;
  metric.name = std::move(*name);
  if (!optional_text(TokenKind::Under, metric.parent) ||
      !optional_text(TokenKind::Title, metric.title) ||
      !optional_text(TokenKind::Text, metric.text) || !charge(metric))
    return false;
  if (!tokens_.expect(TokenKind::Semicolon)) return false;
  pattern.metric = std::move(metric);
  return true;
}

bool BodyParser::optional_text(TokenKind keyword, std::optional<Text>& text) {
  if (!tokens_.accept(keyword)) return true;
  text = tokens_.expect_text();
  return text.has_value();
}

bool BodyParser::charge(Metric& metric) {
  if (!tokens_.expect(TokenKind::Charge)) return false;
  metric.seconds = expressions_.sum();
  if (!metric.seconds || !tokens_.expect(TokenKind::At)) return false;
  metric.event = expressions_.sum();
  if (!metric.event) return false;
  metric.itself = tokens_.accept(TokenKind::Itself);
  if (!tokens_.accept(TokenKind::Where)) return true;
  metric.range = expressions_.range_after_where();
  return metric.range.has_value();
}

}  // namespace lull::asl
