// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Evaluates the expressions of a checked program. Counts steps and call depth; throws RunError
// beyond the limits, and for errors that only occur at run time: division by zero, an attribute of
// NULL.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "lull/asl/evaluate/expressions/world.hpp"
#include "lull/asl/evaluate/values/scratch.hpp"
#include "lull/asl/evaluate/values/set_index.hpp"
#include "lull/asl/program/program.hpp"

namespace lull::asl {

struct Frame {
  Value* slots = nullptr;
  Value* known = nullptr;  // indexed by lazy variable: whether it has been evaluated
  const code::Scope* scope = nullptr;
  Frame* outer = nullptr;
  const EventRecord* root = nullptr;
  const EventRecord* self = nullptr;  // THIS
};

struct Limits {
  std::uint64_t steps_of_root = 10'000'000;
  std::uint64_t steps = 10'000'000'000;
  std::uint64_t memory = std::uint64_t{1} << 30U;  // limit for states, in bytes
  std::uint32_t depth = 10'000;
  bool of_replay = false;  // `steps` is the remainder for one event
};

class Interpreter {
 public:
  Interpreter(const Program& program, Archive& archive, World& world, const Limits& limits);

  [[nodiscard]] Value evaluate(const Node& node, Frame& frame) {
    if (++steps_ > step_limit_) too_many_steps(node);
    const auto* const local = std::get_if<code::Local>(&node.body);
    if (local != nullptr && !local->outer) return frame.slots[local->slot];
    return dispatch(node, frame);
  }
  [[nodiscard]] bool holds(const Node& node, Frame& frame) { return evaluate(node, frame).truth; }

  // Evaluates nested attributes of a variable; empty if one of them is NULL.
  [[nodiscard]] std::optional<Value> attribute_of(const Node& node, Frame& frame);
  // Adds steps spent elsewhere; the next expression checks the limit.
  void spend(std::uint64_t steps) { steps_ += steps; }
  [[nodiscard]] std::uint64_t steps() const { return steps_; }
  // Returns the number of steps left at the current event.
  [[nodiscard]] std::uint64_t steps_left() const {
    return steps_ < step_limit_ ? step_limit_ - steps_ : 0;
  }

  // Returns a frame for a scope, in scratch memory; parameters are not set.
  [[nodiscard]] Frame make_frame(const code::Scope& scope);
  // Resets the step count for a new root and releases the scratch memory of the previous one.
  void begin_root();

  // Call after an error, before evaluating something else at the same root.
  void recover() {
    depth_ = 0;
    missing_ = false;
    stack_.clear();
  }

  // Returns a function that computes index keys; this object must outlive it.
  [[nodiscard]] KeysOfElement keys_of_elements() {
    return [this](const code::IndexParts& parts, Value element, std::vector<std::int64_t>& keys) {
      add_keys(parts, element, keys);
    };
  }
  [[nodiscard]] Scratch& scratch() { return scratch_; }
  [[nodiscard]] Archive& archive() { return archive_; }
  // Returns and clears whether UNIQUE met an empty set.
  [[nodiscard]] bool take_missing() { return std::exchange(missing_, false); }

  [[nodiscard]] bool is_null(const StaticType& type, Value value) const {
    return is_pointer(type) ? value.event == nullptr : value.integer == kNullObject;
  }
  [[nodiscard]] bool equal(const StaticType& type, Value a, Value b) const;
  [[nodiscard]] bool contains(const StaticType& element, const SetValue& set, Value value) const;
  // Returns NULL, or the empty set.
  [[nodiscard]] Value nothing(const StaticType& type);

 private:
  struct Evaluator;
  struct Remembered {
    std::uint64_t key = ~std::uint64_t{0};
    std::uint64_t generation = 0;
    Value value;
    bool missing = false;
  };

  [[nodiscard]] Value dispatch(const Node& node, Frame& frame);
  [[noreturn]] void too_many_steps(const Node& node) const;
  [[nodiscard]] bool is_pointer(const StaticType& type) const {
    return type.kind == StaticType::Kind::Object && pointers_[type.index] != 0;
  }
  [[nodiscard]] bool is_event(const StaticType& type) const {
    return type.is(StaticType::Kind::Object) && events_[type.index] != 0;
  }
  [[nodiscard]] Value run(const Node& node, FunctionId id, const Nodes& arguments, Frame& frame);
  [[nodiscard]] Value call(FunctionId id, const Nodes& arguments, Frame& frame);
  [[nodiscard]] Value call_with(FunctionId id, Value argument);
  [[nodiscard]] Value argument(const Node& node, Frame& frame);
  [[nodiscard]] std::span<Value> arguments(const Nodes& nodes, Frame& frame);
  [[nodiscard]] bool equal_objects(ClassId id, Value a, Value b) const;
  [[nodiscard]] std::int64_t compare(const StaticType& type, Value a, Value b) const;
  void check_depth(const Node& node) const;
  [[nodiscard]] Value attribute_of_element(const code::IndexPart& part, Value element) const;
  void add_keys(const code::IndexParts& parts, Value element, std::vector<std::int64_t>& keys);

  const Program& program_;
  Archive& archive_;
  World& world_;
  const Limits& limits_;
  std::vector<std::uint8_t> pointers_;  // indexed by class: 1 if its objects are pointers
  std::vector<std::uint8_t> events_;    // indexed by class: 1 if its objects are events
  ClassId region_class_;
  Scratch scratch_;
  std::uint64_t steps_ = 0;
  std::uint64_t step_limit_ = 0;
  std::uint32_t depth_ = 0;
  bool missing_ = false;
  std::vector<Value> stack_;           // elements of sets under construction
  std::vector<std::int64_t> regions_;  // indexed as Program::region_names; -2: unknown
  std::vector<std::optional<Value>> constants_;
  std::vector<std::uint8_t> remembers_;  // indexed by function: 1 if its only argument is an event
  // Cache of recent calls of these functions.
  static constexpr std::size_t kRemembered = 256;
  std::vector<Remembered> remembered_ = std::vector<Remembered>(kRemembered);
  std::uint64_t generation_ = 0;
};

}  // namespace lull::asl
