// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The value of a state for one list of arguments, present and past: a set is stored as its
// elements, any other value as one element that is replaced. A removed element is remembered while
// an open event lies within its lifetime: only there can the state still be queried. Moments: m is
// directly after the event with index m; -1 is before the first event.
//
// Changes and queries that concern few elements do not visit the others: removed elements keep
// their place until half of all places are free, events are found by index, and other elements by
// attributes (SetIndex).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "lull/asl/evaluate/values/event_pool.hpp"
#include "lull/asl/evaluate/values/past_elements.hpp"
#include "lull/asl/evaluate/values/scratch.hpp"
#include "lull/asl/evaluate/values/set_index.hpp"
#include "lull/asl/model/value.hpp"

namespace lull::asl {

class StateCell {
 public:
  explicit StateCell(bool events) : events_(events) {}
  StateCell(const StateCell&) = delete;
  StateCell& operator=(const StateCell&) = delete;

  // ---- Present ----
  [[nodiscard]] std::size_t size() const { return elements_.size() - head_ - free_; }
  [[nodiscard]] bool empty() const { return elements_.size() == head_; }
  // Places ascend; the first and the last place are never free.
  [[nodiscard]] std::size_t first_place() const { return head_; }
  [[nodiscard]] std::size_t last_place() const { return elements_.size() - 1; }
  [[nodiscard]] std::size_t end_place() const { return elements_.size(); }
  [[nodiscard]] bool is_free(std::size_t place) const { return stamps_[place].free; }
  [[nodiscard]] Value operator[](std::size_t place) const { return elements_[place]; }
  // Returns whether all elements are events in ascending order.
  [[nodiscard]] bool is_ascending() const { return ascending_; }
  // Returns whether all elements are events before this one; only for an ascending cell.
  [[nodiscard]] bool is_before(const EventRecord& event) const {
    return empty() || stamps_.back().index < event.event.index;
  }
  // Must only be called for an ascending cell. The result is empty if the event is not an element.
  [[nodiscard]] std::optional<std::size_t> place_of(EventIndex index) const;

  // ---- At any moment that can be queried ----
  [[nodiscard]] std::size_t size_at(Moment moment) const;
  [[nodiscard]] bool contains_at(Moment moment, EventIndex index) const;
  // Uses `scratch` if the elements are not contiguous here.
  [[nodiscard]] std::span<const Value> at(Moment moment, Scratch& scratch) const;
  [[nodiscard]] bool is_in_one_piece(Moment moment) const {
    const bool all = moment >= changed_ || past_.are_gone_at(moment);
    return all && free_ == 0;
  }
  // Calls visit(value) in order of arrival, or reversed, while it returns true.
  template <class Visit>
  void for_each_at(Moment moment, bool backwards, const Visit& visit) const;
  // Same as above, for elements with this key. Other elements may be included, in the same order.
  template <class Visit>
  void for_each_at(Moment moment, bool backwards, const SetIndex& index, std::int64_t key,
                   const Visit& visit) const;
  // Counts present elements with this key; for removed elements, use for_each_gone().
  [[nodiscard]] std::size_t count_at(Moment moment, const SetIndex& index, std::int64_t key) const;
  template <class Visit>
  void for_each_gone(Moment moment, const Visit& visit) const {
    for (const Gone& one : gone_since(moment)) visit(one.value);
  }

  // Returns the index by these attributes, which is built on first use.
  [[nodiscard]] const SetIndex& index_by(const code::IndexParts& parts,
                                         const KeysOfElement& keys_of) const;

  [[nodiscard]] std::size_t bytes() const {
    std::size_t bytes =
        sizeof *this + elements_.capacity() * (sizeof(Value) + sizeof(Stamp)) + past_.bytes();
    for (const auto& index : indices_) bytes += index->bytes();
    return bytes;
  }

 private:
  friend class StateCells;
  struct Stamp {
    Moment added = 0;
    std::uint64_t order = 0;
    EventIndex index = 0;  // used for events
    bool free = false;
  };
  struct Gone {
    std::uint64_t order = 0;
    Value value;
  };
  template <class Visit>
  class GoneInTurn;
  // Returns the elements that were present at that moment but have been removed since, by order.
  [[nodiscard]] std::vector<Gone> gone_since(Moment moment) const;
  // Returns the place after the elements that were present at that moment.
  [[nodiscard]] std::size_t end_at(Moment moment) const;
  void free_place(std::size_t place);
  void close_up();

  std::vector<Value> elements_;
  std::vector<Stamp> stamps_;
  std::size_t head_ = 0;  // places before it are free
  std::size_t free_ = 0;  // other free places
  std::uint64_t next_order_ = 0;
  Moment changed_ = -1;
  bool events_;
  bool ascending_ = true;
  PastElements past_;
  mutable std::vector<std::unique_ptr<SetIndex>> indices_;
};

// Visits removed elements in between the present elements, in order of arrival or reversed. Its
// functions return whether to continue.
template <class Visit>
class StateCell::GoneInTurn {
 public:
  GoneInTurn(std::vector<Gone> gone, bool backwards, const Visit& visit)
      : gone_(std::move(gone)),
        backwards_(backwards),
        visit_(visit),
        next_(backwards ? gone_.size() : 0) {}

  // Visits the next elements that arrived before the element of this order, or after it if
  // reversed.
  bool visit_until(std::uint64_t order) {
    return visit_while([&](std::uint64_t own) { return backwards_ ? own > order : own < order; });
  }
  bool visit_rest() {
    return visit_while([](std::uint64_t /*order*/) { return true; });
  }

 private:
  template <class Belongs>
  bool visit_while(Belongs belongs) {
    while (backwards_ ? next_ > 0 : next_ < gone_.size()) {
      const Gone& one = gone_[backwards_ ? next_ - 1 : next_];
      if (!belongs(one.order)) return true;
      next_ += backwards_ ? -1 : 1;
      if (!visit_(one.value)) return false;
    }
    return true;
  }

  std::vector<Gone> gone_;
  bool backwards_;
  const Visit& visit_;
  std::size_t next_;  // index in gone_
};

template <class Visit>
void StateCell::for_each_at(Moment moment, bool backwards, const Visit& visit) const {
  GoneInTurn gone(gone_since(moment), backwards, visit);
  const std::size_t end = end_at(moment);
  for (std::size_t i = head_; i < end; ++i) {
    const std::size_t place = backwards ? end - 1 - (i - head_) : i;
    const Stamp stamp = stamps_[place];
    if (stamp.free) continue;
    const Value value = elements_[place];
    if (!gone.visit_until(stamp.order)) return;
    if (!visit(value)) return;
  }
  gone.visit_rest();
}

template <class Visit>
void StateCell::for_each_at(Moment moment, bool backwards, const SetIndex& index, std::int64_t key,
                            const Visit& visit) const {
  GoneInTurn gone(gone_since(moment), backwards, visit);
  bool continues = true;
  index.for_each(key, backwards, [&](const SetIndex::Entry& entry) {
    if (entry.added > moment) return true;
    continues = gone.visit_until(entry.order);
    if (continues) continues = visit(entry.value);
    return continues;
  });
  if (continues) gone.visit_rest();
}

// Changes cells, and forgets elements that can no longer be queried.
class StateCells {
 public:
  // `remembers`: true if some state is queried at events other than the current one.
  StateCells(EventPool& pool, bool remembers, KeysOfElement keys_of);

  void add(StateCell& cell, Moment now, Value value);
  // Removes the element at this place.
  void remove(StateCell& cell, Moment now, std::size_t place);
  // Call after each event: decides whether to remember the elements that the event removed.
  void settle();
  // Returns the memory used by all cells for present elements and for elements kept for past
  // events.
  [[nodiscard]] std::size_t bytes() const {
    return elements_ * (sizeof(Value) + sizeof(StateCell::Stamp)) +
           remembered_ * sizeof(PastElement) + indexed_ * SetIndex::kBytesOfEntry;
  }

 private:
  PastElement& new_past(StateCell& cell);
  void decide(PastElement& past, HeldEvent* from);
  void forget(PastElement& past);

  EventPool& pool_;
  bool remembers_;
  KeysOfElement keys_of_;
  std::vector<PastElement*> fresh_;
  std::vector<PastElement*> needed_;  // elements needed by the event being closed
  std::deque<PastElement> past_;
  std::vector<PastElement*> unused_;  // the unused elements of past_
  std::size_t elements_ = 0;          // number of elements in all cells
  std::size_t remembered_ = 0;        // number of elements kept for past events
  std::size_t indexed_ = 0;           // number of entries added to indices
};

}  // namespace lull::asl
