// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Evaluates the expressions of a checked program. Counts its steps and the depth of its calls, and
// throws RunError beyond the limits and for what only a run can tell: a division by zero, an
// attribute of NULL.
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
  Value* known = nullptr;  // by lazy variable: whether it has its value
  const code::Scope* scope = nullptr;
  Frame* outer = nullptr;
  const EventRecord* root = nullptr;
  const EventRecord* self = nullptr;  // THIS
};

struct Limits {
  std::uint64_t steps_of_root = 10'000'000;
  std::uint64_t steps = 10'000'000'000;
  std::uint64_t memory = std::uint64_t{1} << 30U;  // bytes, of states
  std::uint32_t depth = 10'000;
  bool of_replay = false;  // `steps` are what is left at one event
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

  // Of an attribute of attributes of a variable; nothing where one of them is NULL.
  [[nodiscard]] std::optional<Value> attribute_of(const Node& node, Frame& frame);
  // Steps that something else took; the next expression tells if they were too many.
  void spend(std::uint64_t steps) { steps_ += steps; }
  [[nodiscard]] std::uint64_t steps() const { return steps_; }
  // At the event in hand.
  [[nodiscard]] std::uint64_t steps_left() const {
    return steps_ < step_limit_ ? step_limit_ - steps_ : 0;
  }

  // A frame for a scope, in the scratch memory; parameters are not set.
  [[nodiscard]] Frame make_frame(const code::Scope& scope);
  // Steps of one root are counted from here, and the memory of the one before is given back.
  void begin_root();

  // After an error, to go on with something else at the same root.
  void recover() {
    depth_ = 0;
    missing_ = false;
    stack_.clear();
  }

  // What elements of states are found by; this has to outlive it.
  [[nodiscard]] KeysOfElement keys_of_elements() {
    return [this](const code::IndexParts& parts, Value element, std::vector<std::int64_t>& keys) {
      add_keys(parts, element, keys);
    };
  }
  [[nodiscard]] Scratch& scratch() { return scratch_; }
  [[nodiscard]] Archive& archive() { return archive_; }
  // Whether UNIQUE met an empty set since this was asked last.
  [[nodiscard]] bool take_missing() { return std::exchange(missing_, false); }

  [[nodiscard]] bool is_null(const StaticType& type, Value value) const {
    return is_pointer(type) ? value.event == nullptr : value.integer == kNullObject;
  }
  [[nodiscard]] bool equal(const StaticType& type, Value a, Value b) const;
  [[nodiscard]] bool contains(const StaticType& element, const SetValue& set, Value value) const;
  // NULL of a type; the empty set.
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
  std::vector<std::uint8_t> pointers_;  // by class: 1 if its objects are pointers
  std::vector<std::uint8_t> events_;    // 1 if they are events
  ClassId region_class_;
  Scratch scratch_;
  std::uint64_t steps_ = 0;
  std::uint64_t step_limit_ = 0;
  std::uint32_t depth_ = 0;
  bool missing_ = false;
  std::vector<Value> stack_;           // elements of sets that are being made
  std::vector<std::int64_t> regions_;  // by number of Program::region_names; -2: not known yet
  std::vector<std::optional<Value>> constants_;
  std::vector<std::uint8_t> remembers_;  // by function: 1 if its only argument is an event
  // The last calls of these.
  static constexpr std::size_t kRemembered = 256;
  std::vector<Remembered> remembered_ = std::vector<Remembered>(kRemembered);
  std::uint64_t generation_ = 0;
};

}  // namespace lull::asl
