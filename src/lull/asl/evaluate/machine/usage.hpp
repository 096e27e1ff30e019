// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The parts of a program that a run needs: functions, event types, and whether states are queried
// at events other than the current one. Other parts are not evaluated.
#pragma once

#include <vector>

#include "lull/asl/program/program.hpp"

namespace lull::asl {

struct Usage {
  std::vector<bool> functions;
  std::vector<bool> classes;
  std::vector<bool> patterns;
  std::vector<bool> properties;
  bool queries_past = false;
  bool durations = false;
  bool counters = false;
};

class UsageFinder {
 public:
  explicit UsageFinder(const Program& program);
  void add(PatternId pattern);
  void add(PropertyId property);
  [[nodiscard]] const Usage& found() const { return usage_; }

 private:
  void add(const NodePtr& node);
  void add(const code::Scope& scope);
  void add_function(FunctionId id);
  void add_class(ClassId id);
  void look_at(const Node& node);

  const Program& program_;
  Usage usage_;
};

}  // namespace lull::asl
