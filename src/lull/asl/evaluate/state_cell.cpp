// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/evaluate/state_cell.hpp"

#include <algorithm>
#include <utility>

namespace lull::asl {

std::span<const Value> StateCell::at(Moment moment, Scratch& scratch) const {
  if (moment >= changed_) return now();
  const auto begin = stamps_.begin() + static_cast<std::ptrdiff_t>(head_);
  const auto later = std::partition_point(
      begin, stamps_.end(), [moment](const Stamp& stamp) { return stamp.added <= moment; });
  const auto there = static_cast<std::size_t>(later - begin);
  std::vector<std::pair<std::uint64_t, Value>> gone;
  for (const PastElement* past = past_; past != nullptr && moment < past->removed;
       past = past->after)
    if (past->added <= moment) gone.emplace_back(past->order, past->value);
  if (gone.empty()) return now().first(there);
  std::ranges::sort(gone, {}, &std::pair<std::uint64_t, Value>::first);
  const std::span<Value> all = scratch.values(there + gone.size());
  std::size_t filled = 0;
  auto next = gone.begin();
  for (std::size_t i = 0; i < there; ++i) {
    for (; next != gone.end() && next->first < begin[static_cast<std::ptrdiff_t>(i)].order; ++next)
      all[filled++] = next->second;
    all[filled++] = now()[i];
  }
  for (; next != gone.end(); ++next) all[filled++] = next->second;
  return all;
}

StateCells::StateCells(EventPool& pool, bool remembers) : pool_(pool), remembers_(remembers) {
  // What the event needed, an earlier one may need, too.
  pool_.closed = [this](HeldEvent& event) {
    needed_.clear();
    needed_.swap(event.needed);
    for (PastElement* const past : needed_) decide(*past, event.previous);
  };
}

void StateCells::add(StateCell& cell, Moment now, Value value) {
  if (cell.events_ && value.event != nullptr) {
    HeldEvent& event = pool_.hold(*value.event);
    if (remembers_) pool_.open(event);
    value = event_value(&event);
  }
  cell.ascending_ =
      cell.ascending_ && cell.events_ && value.event != nullptr &&
      (cell.now().empty() || cell.now().back().event->event.index < value.event->event.index);
  ++elements_;
  cell.elements_.push_back(value);
  cell.stamps_.push_back({now, cell.next_order_++});
  cell.changed_ = now;
}

PastElement& StateCells::new_past(StateCell& cell) {
  if (unused_.empty()) unused_.push_back(&past_.emplace_back());
  PastElement& past = *unused_.back();
  unused_.pop_back();
  past.cell = &cell;
  past.before = nullptr;
  past.after = cell.past_;
  if (past.after != nullptr) past.after->before = &past;
  cell.past_ = &past;
  ++cell.past_elements_;
  return past;
}

void StateCells::remove(StateCell& cell, Moment now, std::size_t place) {
  place += cell.head_;
  const auto offset = static_cast<std::ptrdiff_t>(place);
  const StateCell::Stamp stamp = cell.stamps_[place];
  PastElement& past = new_past(cell);
  past.value = cell.elements_[place];
  past.added = stamp.added;
  past.removed = now;
  past.order = stamp.order;
  fresh_.push_back(&past);
  ++remembered_;
  --elements_;
  cell.changed_ = now;
  if (place == cell.head_ && place + 1 < cell.elements_.size()) {
    if (++cell.head_ * 2 < cell.elements_.size() || cell.head_ < 64) return;
    const auto head = static_cast<std::ptrdiff_t>(std::exchange(cell.head_, 0));
    cell.elements_.erase(cell.elements_.begin(), cell.elements_.begin() + head);
    cell.stamps_.erase(cell.stamps_.begin(), cell.stamps_.begin() + head);
    return;
  }
  cell.elements_.erase(cell.elements_.begin() + offset);
  cell.stamps_.erase(cell.stamps_.begin() + offset);
  if (cell.head_ == cell.elements_.size()) {
    cell.elements_.clear();
    cell.stamps_.clear();
    cell.head_ = 0;
  }
}

// An event of index x asks at the moments x and x - 1.
void StateCells::decide(PastElement& past, HeldEvent* from) {
  while (from != nullptr && static_cast<Moment>(from->event.index) > past.removed)
    from = from->previous;
  if (from != nullptr && static_cast<Moment>(from->event.index) >= past.added)
    from->needed.push_back(&past);
  else
    forget(past);
}

void StateCells::forget(PastElement& past) {
  --remembered_;
  StateCell& cell = *past.cell;
  const Value value = past.value;
  --cell.past_elements_;
  (past.before == nullptr ? cell.past_ : past.before->after) = past.after;
  if (past.after != nullptr) past.after->before = past.before;
  unused_.push_back(&past);
  if (cell.events_ && value.event != nullptr)
    pool_.release(static_cast<HeldEvent&>(*value.event->held));
}

void StateCells::settle() {
  if (fresh_.empty()) return;
  if (remembers_)
    for (PastElement* const past : fresh_)
      if (past->cell->events_ && past->value.event != nullptr)
        pool_.close(static_cast<HeldEvent&>(*past->value.event->held));
  for (PastElement* const past : fresh_) decide(*past, remembers_ ? pool_.last_open() : nullptr);
  fresh_.clear();
}

}  // namespace lull::asl
