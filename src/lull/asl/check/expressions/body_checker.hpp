// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What bodies of patterns and properties have in common: parameters, LET, and constants one behind
// the other, each of which sees those before it.
#pragma once

#include <string>
#include <vector>

#include "lull/asl/check/expressions/expression_checker.hpp"

namespace lull::asl {

class BodyChecker {
 public:
  BodyChecker(Checking& checking, const Origin& origin, const Surroundings& surroundings)
      : checking_(checking), origin_(origin), expressions_(checking, origin, surroundings) {}

  // The frame, with its parameters; `end` leaves it.
  void begin(code::Scope& scope);
  void end() { expressions_.locals().leave(); }

  void announce(const Name& name);
  void let(const std::vector<Definition>& definitions);
  // The type of the first is that of the text, unless it is told.
  [[nodiscard]] code::Step step(const Constant& tree, const StaticType& type);
  [[nodiscard]] ExpressionChecker& expressions() { return expressions_; }

 private:
  void declare(const Name& name, const Variable& variable);
  void lazy(const Constant& tree);
  void function(const Function& tree);

  Checking& checking_;
  Origin origin_;
  ExpressionChecker expressions_;
};

// Whether an expression reaches the frame around its own.
[[nodiscard]] bool uses_outer(const Program& program, const Node& node);

}  // namespace lull::asl
