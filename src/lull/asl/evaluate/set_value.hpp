// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A set while a specification runs: its elements in order of arrival, each once, or all events of
// the trace before an index, which are fetched one by one. Points at elements that others own.
#pragma once

#include <cstddef>
#include <span>

#include "lull/asl/program/value.hpp"
#include "lull/trace/global/event_index.hpp"

namespace lull::asl {

class SetValue {
 public:
  SetValue() = default;
  // `ascending`: events, each of a greater index than the one before.
  explicit SetValue(std::span<const Value> elements, bool ascending = false)
      : elements_(elements), ascending_(ascending) {}
  [[nodiscard]] static SetValue events_before(EventIndex end) {
    SetValue set;
    set.end_ = end;
    set.is_trace_ = true;
    return set;
  }

  [[nodiscard]] bool is_trace() const { return is_trace_; }
  [[nodiscard]] std::size_t size() const {
    return is_trace_ ? static_cast<std::size_t>(end_) : elements_.size();
  }
  [[nodiscard]] bool is_ascending() const { return ascending_; }
  [[nodiscard]] bool empty() const { return size() == 0; }
  // Not of a trace.
  [[nodiscard]] std::span<const Value> elements() const { return elements_; }

 private:
  std::span<const Value> elements_;
  EventIndex end_ = 0;
  bool is_trace_ = false;
  bool ascending_ = false;
};

}  // namespace lull::asl
