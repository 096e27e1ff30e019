// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Checks the common parts of pattern and property bodies: parameters, LET, and consecutive
// constants, each of which sees the preceding ones.
#pragma once

#include <string>
#include <vector>

#include "lull/asl/check/expressions/expression_checker.hpp"

namespace lull::asl {

class BodyChecker {
 public:
  BodyChecker(Checking& checking, const Origin& origin, const Surroundings& surroundings)
      : checking_(checking), origin_(origin), expressions_(checking, origin, surroundings) {}

  // Enters the frame with its parameters; `end` leaves it.
  void begin(code::Scope& scope);
  void end() { expressions_.locals().leave(); }

  void announce(const Name& name);
  void let(const std::vector<Definition>& definitions);
  // The step has the declared type, unless `type` is given.
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

// Returns whether an expression uses the outer frame.
[[nodiscard]] bool uses_outer(const Program& program, const Node& node);

}  // namespace lull::asl
