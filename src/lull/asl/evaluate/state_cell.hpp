// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The value of a state for one list of arguments, now and as it was: a set by its elements, any
// other value as one element that is replaced. An element that was removed is remembered as long as
// some open event lies in the time that it was there: only there the state can still be asked.
// Moments: m is directly behind the event of index m; -1 is before the first one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "lull/asl/evaluate/event_pool.hpp"
#include "lull/asl/evaluate/scratch.hpp"
#include "lull/asl/program/value.hpp"

namespace lull::asl {

using Moment = std::int64_t;

class StateCell;

// There in the moments [added, removed).
struct PastElement {
  Value value;
  Moment added = 0;
  Moment removed = 0;
  std::uint64_t order = 0;
  StateCell* cell = nullptr;
  PastElement* before = nullptr;  // of the cell: removed later
  PastElement* after = nullptr;
};

class StateCell {
 public:
  explicit StateCell(bool events) : events_(events) {}
  StateCell(const StateCell&) = delete;
  StateCell& operator=(const StateCell&) = delete;

  [[nodiscard]] std::span<const Value> now() const {
    return {elements_.data() + head_, elements_.size() - head_};
  }
  // Whether all elements are events before this one; of a cell that is ascending.
  [[nodiscard]] bool is_before(const EventRecord& event) const {
    return now().empty() || now().back().event->event.index < event.event.index;
  }
  [[nodiscard]] Moment changed() const { return changed_; }
  // See SetValue.
  [[nodiscard]] bool is_ascending() const { return ascending_; }
  // As it was; `scratch` has what is not there now.
  [[nodiscard]] std::span<const Value> at(Moment moment, Scratch& scratch) const;
  [[nodiscard]] std::size_t bytes() const {
    return sizeof *this + elements_.capacity() * (sizeof(Value) + sizeof(Stamp)) +
           past_elements_ * sizeof(PastElement);
  }

 private:
  friend class StateCells;
  struct Stamp {
    Moment added = 0;
    std::uint64_t order = 0;
  };
  std::vector<Value> elements_;
  std::vector<Stamp> stamps_;
  std::size_t head_ = 0;  // those before it are gone
  std::uint64_t next_order_ = 0;
  Moment changed_ = -1;
  bool events_;
  bool ascending_ = true;
  PastElement* past_ = nullptr;  // the last that was removed
  std::size_t past_elements_ = 0;
};

// Changes cells, and forgets what can no longer be asked.
class StateCells {
 public:
  // `remembers`: some state is asked at other events than the one in hand.
  StateCells(EventPool& pool, bool remembers);

  void add(StateCell& cell, Moment now, Value value);
  // The element at this place among those now.
  void remove(StateCell& cell, Moment now, std::size_t place);
  // Behind each event: decides about what it removed.
  void settle();
  // What all cells have now, and keep for events in the past.
  [[nodiscard]] std::size_t bytes() const {
    return elements_ * (sizeof(Value) + sizeof(StateCell::Stamp)) +
           remembered_ * sizeof(PastElement);
  }

 private:
  PastElement& new_past(StateCell& cell);
  void decide(PastElement& past, HeldEvent* from);
  void forget(PastElement& past);

  EventPool& pool_;
  bool remembers_;
  std::vector<PastElement*> fresh_;
  std::vector<PastElement*> needed_;  // by the event that is closed
  std::deque<PastElement> past_;
  std::vector<PastElement*> unused_;  // of those
  std::size_t elements_ = 0;          // of all cells
  std::size_t remembered_ = 0;        // kept for events in the past
};

}  // namespace lull::asl
