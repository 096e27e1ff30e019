// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// One step of the interpreter: a function for each kind of expression. Only interpreter.cpp and
// evaluator*.cpp include this file.
#pragma once

#include "lull/asl/evaluate/expressions/interpreter.hpp"

namespace lull::asl {

struct Interpreter::Evaluator {
  Interpreter& machine;
  const Node& node;
  Frame& frame;

  Value operator()(const code::Literal& it) const;
  Value operator()(const code::EmptySet& it) const;
  Value operator()(const code::Local& it) const;
  Value operator()(const code::Lazy& it) const;
  Value operator()(const code::TopConstant& it) const;
  Value operator()(const code::Root& it) const;
  Value operator()(const code::This& it) const;
  Value operator()(const code::Trace& it) const;
  Value operator()(const code::RegionNamed& it) const;
  Value operator()(const code::RegionByText& it) const;
  Value operator()(const code::ProgramRegion& it) const;
  Value operator()(const code::Counter& it) const;
  Value operator()(const code::GridOf& it) const;
  Value operator()(const code::OffsetOn& it) const;
  Value operator()(const code::DurationOf& it) const;

  Value operator()(const code::ModelAttributeOf& it) const;
  Value operator()(const code::EventTypeAttribute& it) const;
  Value operator()(const code::Export& it) const;
  Value operator()(const code::MatchRoot& it) const;
  Value operator()(const code::PropertyPart& it) const;

  Value operator()(const code::CallFunction& it) const;
  Value operator()(const code::StateAt& it) const;
  Value operator()(const code::Predecessor& it) const;
  Value operator()(const code::MakeInstance& it) const;
  Value operator()(const code::MatchesOf& it) const;
  Value operator()(const code::MatchAt& it) const;

  Value operator()(const code::ToFloat& it) const;
  Value operator()(const code::Negate& it) const;
  Value operator()(const code::Arithmetic& it) const;
  Value operator()(const code::SetChange& it) const;
  Value operator()(const code::Compare& it) const;
  Value operator()(const code::IsNull& it) const;
  Value operator()(const code::IsOfClass& it) const;
  Value operator()(const code::IsClass& it) const;
  Value operator()(const code::ClassOf& it) const;
  Value operator()(const code::Inverse& it) const;
  Value operator()(const code::Both& it) const;
  Value operator()(const code::Either& it) const;
  Value operator()(const code::Choice& it) const;

  Value operator()(const code::Quantified& it) const;
  Value operator()(const code::Aggregate& it) const;
  Value operator()(const code::Extreme& it) const;
  Value operator()(const code::Elements& it) const;
  Value operator()(const code::Those& it) const;
  Value operator()(const code::OnlyElement& it) const;

 private:
  [[nodiscard]] Value value_of(const NodePtr& other) const {
    return machine.evaluate(*other, frame);
  }
  [[nodiscard]] bool true_of(const NodePtr& other) const { return value_of(other).truth; }
  // Runs work that calls the world. Errors without a position get the position of this expression.
  template <class Work>
  [[nodiscard]] auto here(const Work& work) const {
    try {
      return work();
    } catch (RunError& error) {
      if (!error.at.defined()) error.at = node.at;
      throw;
    }
  }
  [[nodiscard]] Frame& frame_of(bool outer) const { return outer ? *frame.outer : frame; }
  [[nodiscard]] Value attribute_of_other(const ModelAttribute& attribute) const;
  [[nodiscard]] std::int64_t experiment_of(const code::MatchesOf& it) const;
  // Returns the event, object or match; fails if it is NULL.
  [[nodiscard]] Value object_of(const NodePtr& other, const char* what) const;
  [[nodiscard]] std::int64_t integer_arithmetic(Operator op, std::int64_t a, std::int64_t b) const;
  [[nodiscard]] double real_arithmetic(Operator op, double a, double b) const;
  [[nodiscard]] double finite(double value, const Position& at) const;
  [[nodiscard]] const SetValue* elements_from(std::size_t first, const StaticType& element) const;
  // Calls visit(value) for each element, in order or reversed, while it returns true; It may omit
  // elements that `lookup` excludes. Must not be called for a trace.
  template <class Visit>
  void each_candidate(const code::Lookup& lookup, const SetValue& set, bool backwards,
                      const Visit& visit) const;
  [[nodiscard]] static bool is_worth_looking_up(const code::Lookup& lookup, const SetValue& set);
  [[nodiscard]] std::int64_t key_of(const code::Lookup& lookup) const;
  [[nodiscard]] std::int64_t count(const code::Range& range, const SetValue& set) const;
  template <class LookAt>
  [[nodiscard]] bool look_at_extreme(const code::Quantified& it, const SetValue& set,
                                     const LookAt& look_at) const;
  // Calls visit(value) for each element that passes the filter, while it returns true.
  template <class Visit>
  void each(const code::Range& range, const SetValue& set, const Visit& visit) const;
  [[nodiscard]] Value extremal(const code::Extremal& it) const;
  [[nodiscard]] std::optional<Value> only_at(const code::Extremal& it,
                                             std::span<const Value> elements, Value place) const;
  [[nodiscard]] bool all_hold(const std::vector<const Node*>& conditions) const;
  [[nodiscard]] Value sum(const code::Aggregate& it, const SetValue& set) const;
  [[noreturn]] void fail(const Position& at, std::string message, std::string hint = {}) const {
    throw RunError{at, std::move(message), std::move(hint)};
  }
};

}  // namespace lull::asl
