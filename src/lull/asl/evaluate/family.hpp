// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// All instances of one pattern that are searched for together: expressions that do not depend on
// arguments are evaluated once for all, and conditions such as "e.region == r" select the instances
// to try.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "lull/asl/evaluate/expressions/interpreter.hpp"
#include "lull/asl/evaluate/found.hpp"

namespace lull::asl {

class Family {
 public:
  Family(const Program& program, PatternId pattern, Interpreter& interpreter);

  void add(Found& found);
  [[nodiscard]] bool empty() const { return instances_.empty(); }
  [[nodiscard]] PatternId pattern() const { return id_; }
  // Tries the event as root; calls use(found, frame) for each instance that matches. Errors end the
  // affected instances.
  using Use = std::function<void(Found&, Frame&)>;
  void attempt(const EventRecord& root, const Use& use);

 private:
  // A condition of the constraint.
  struct Condition {
    const Node* node = nullptr;
    bool depends = false;  // depends on arguments
    // Used for conditions that select instances by the value of an argument, such as "x == r" or
    // "EXISTS e IN s SUCH THAT e.region == r".
    std::uint32_t parameter = 0;
    const Node* value = nullptr;  // x; null: not of that form
    const code::Range* range = nullptr;
    bool safe = false;  // never fails, so it may be evaluated later
  };
  [[nodiscard]] bool depends(const Node& node) const;
  [[nodiscard]] bool split(const Node& node, Condition& condition) const;
  [[nodiscard]] bool instantiate(Frame& frame);
  [[nodiscard]] bool is_safe(const Condition& condition) const;
  [[nodiscard]] bool decide(const EventRecord& root, Frame& frame);
  void select_by_value(const Condition& condition, Frame& frame);
  void select(Found& found);
  void add_those_with(std::uint32_t parameter, Value value);
  void set_arguments(const Found& found, Frame& frame) const;
  void fail(Found& found, const RunError& error, const EventRecord& root);
  void forget_failed();
  void fail_all(const RunError& error, const EventRecord& root);
  void finish(const EventRecord& root, Frame& frame, const Use& use);
  [[nodiscard]] bool passes(const Found& found, std::size_t from, Frame& frame);

  const Program& program_;
  PatternId id_;
  const code::Pattern& pattern_;
  Interpreter& interpreter_;
  bool instantiation_depends_ = false;
  std::vector<bool> dependent_slots_;
  std::vector<Condition> conditions_;
  std::vector<Found*> instances_;  // may include failed instances
  std::size_t failed_ = 0;
  // Indexed by parameter and value.
  std::vector<std::unordered_map<std::int64_t, std::vector<Found*>>> by_value_;
  std::vector<Found*> live_;
  std::vector<Found*> candidates_;  // candidates for the current root
  std::uint64_t selection_ = 0;     // number of the last selection
  bool all_live_ = true;
  std::size_t decided_ = 0;  // conditions that hold for all live instances
};

}  // namespace lull::asl
