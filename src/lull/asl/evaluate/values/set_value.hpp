// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A set at run time: its distinct elements in order of arrival; or the value of a state at some
// moment, assembled only on demand; or all events of the trace before an index, which are read one
// by one. Does not own the elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lull/asl/model/value.hpp"
#include "lull/trace/global/event_index.hpp"

namespace lull::asl {

class Scratch;
class StateCell;

using Moment = std::int64_t;

class SetValue {
 public:
  SetValue() = default;
  explicit SetValue(std::span<const Value> elements) : elements_(elements) {}
  SetValue(const StateCell& cell, Moment moment, Scratch& scratch)
      : cell_(&cell), moment_(moment), scratch_(&scratch) {}
  [[nodiscard]] static SetValue events_before(EventIndex end) {
    SetValue set;
    set.end_ = end;
    set.is_trace_ = true;
    return set;
  }

  [[nodiscard]] bool is_trace() const { return is_trace_; }
  [[nodiscard]] std::size_t size() const {
    if (is_trace_) return static_cast<std::size_t>(end_);
    return cell_ != nullptr ? size_of_cell() : elements_.size();
  }
  [[nodiscard]] bool empty() const { return size() == 0; }
  // Must not be called for a trace.
  [[nodiscard]] std::span<const Value> elements() const {
    return cell_ != nullptr ? elements_of_cell() : elements_;
  }
  // Returns the state whose value this set is, with moment() as the time; null if there is none.
  [[nodiscard]] const StateCell* cell() const { return cell_; }
  [[nodiscard]] Moment moment() const { return moment_; }

 private:
  [[nodiscard]] std::size_t size_of_cell() const;
  [[nodiscard]] std::span<const Value> elements_of_cell() const;

  mutable std::span<const Value> elements_;
  EventIndex end_ = 0;
  bool is_trace_ = false;
  const StateCell* cell_ = nullptr;
  Moment moment_ = 0;
  Scratch* scratch_ = nullptr;
  mutable std::uint64_t copied_in_ = 0;  // see Scratch::epoch; 0: never
};

}  // namespace lull::asl
