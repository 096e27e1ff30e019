// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/evaluate/values/state_cell.hpp"

#include <algorithm>
#include <utility>

namespace lull::asl {

std::size_t SetValue::size_of_cell() const { return cell_->size_at(moment_); }

// The elements are requested each time, since elements in the cell may move.
std::span<const Value> SetValue::elements_of_cell() const {
  if (copied_in_ == scratch_->epoch()) return elements_;
  const bool lasts = !cell_->is_in_one_piece(moment_);
  const std::span<const Value> elements = cell_->at(moment_, *scratch_);
  if (!lasts) return elements;
  copied_in_ = scratch_->epoch();
  return elements_ = elements;
}

std::optional<std::size_t> StateCell::place_of(EventIndex index) const {
  const auto begin = stamps_.begin() + static_cast<std::ptrdiff_t>(head_);
  const auto found = std::ranges::lower_bound(begin, stamps_.end(), index, {}, &Stamp::index);
  if (found == stamps_.end() || found->index != index || found->free) return std::nullopt;
  return static_cast<std::size_t>(found - stamps_.begin());
}

std::vector<StateCell::Gone> StateCell::gone_since(Moment moment) const {
  std::vector<Gone> gone;
  if (moment >= changed_) return gone;
  past_.for_each_at(moment, [&gone](const PastElement& past) {
    gone.push_back({past.order, past.value});
  });
  std::ranges::sort(gone, {}, &Gone::order);
  return gone;
}

std::size_t StateCell::end_at(Moment moment) const {
  if (moment >= changed_) return elements_.size();
  const auto begin = stamps_.begin() + static_cast<std::ptrdiff_t>(head_);
  const auto later = std::partition_point(
      begin, stamps_.end(), [moment](const Stamp& stamp) { return stamp.added <= moment; });
  return static_cast<std::size_t>(later - stamps_.begin());
}

std::size_t StateCell::size_at(Moment moment) const {
  if (moment >= changed_) return size();
  const std::size_t end = end_at(moment);
  std::size_t later = stamps_.size() - end;
  if (free_ > 0)
    later = static_cast<std::size_t>(std::ranges::count(
        stamps_.begin() + static_cast<std::ptrdiff_t>(end), stamps_.end(), false, &Stamp::free));
  std::size_t gone = 0;
  past_.for_each_at(moment, [&gone](const PastElement& /*past*/) { ++gone; });
  return size() - later + gone;
}

bool StateCell::contains_at(Moment moment, EventIndex index) const {
  if (const auto place = place_of(index); place && stamps_[*place].added <= moment) return true;
  return std::ranges::any_of(gone_since(moment), [index](const Gone& one) {
    return one.value.event->event.index == index;
  });
}

std::span<const Value> StateCell::at(Moment moment, Scratch& scratch) const {
  if (is_in_one_piece(moment)) return std::span(elements_).subspan(head_, end_at(moment) - head_);
  const std::span<Value> all = scratch.values(size_at(moment));
  std::size_t filled = 0;
  for_each_at(moment, false, [&](Value value) {
    all[filled++] = value;
    return true;
  });
  return all;
}

std::size_t StateCell::count_at(Moment moment, const SetIndex& index, std::int64_t key) const {
  return index.count(key, moment);
}

const SetIndex& StateCell::index_by(const code::IndexParts& parts,
                                    const KeysOfElement& keys_of) const {
  for (const auto& index : indices_)
    if (index->parts() == parts) return *index;
  auto index = std::make_unique<SetIndex>(parts);
  for (std::size_t place = head_; place < elements_.size(); ++place)
    if (const Stamp& stamp = stamps_[place]; !stamp.free)
      index->add({stamp.order, stamp.added, elements_[place]}, keys_of);
  return *indices_.emplace_back(std::move(index));
}

void StateCell::free_place(std::size_t place) {
  stamps_[place].free = true;
  ++free_;
  while (!stamps_.empty() && stamps_.size() > head_ && stamps_.back().free) {
    stamps_.pop_back();
    elements_.pop_back();
    --free_;
  }
  while (head_ < stamps_.size() && stamps_[head_].free) {
    ++head_;
    --free_;
  }
  if (head_ == stamps_.size()) {
    stamps_.clear();
    elements_.clear();
    head_ = 0;
  } else if (head_ + free_ >= 64 && 2 * (head_ + free_) >= stamps_.size()) {
    close_up();
  }
}

void StateCell::close_up() {
  std::size_t filled = 0;
  for (std::size_t place = head_; place < stamps_.size(); ++place) {
    if (stamps_[place].free) continue;
    stamps_[filled] = stamps_[place];
    elements_[filled++] = elements_[place];
  }
  stamps_.resize(filled);
  elements_.resize(filled);
  head_ = 0;
  free_ = 0;
}

StateCells::StateCells(EventPool& pool, bool remembers, KeysOfElement keys_of)
    : pool_(pool), remembers_(remembers), keys_of_(std::move(keys_of)) {
  // Earlier events may also need the elements that this event needed.
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
  const bool event = cell.events_ && value.event != nullptr;
  const EventIndex index = event ? value.event->event.index : 0;
  cell.ascending_ = cell.ascending_ && event && (cell.empty() || cell.stamps_.back().index < index);
  ++elements_;
  cell.elements_.push_back(value);
  cell.stamps_.push_back({now, cell.next_order_++, index, false});
  cell.changed_ = now;
  for (const auto& own : cell.indices_) {
    const std::size_t before = own->size();
    own->add({cell.stamps_.back().order, now, value}, keys_of_);
    indexed_ += own->size() - before;
  }
}

PastElement& StateCells::new_past(StateCell& cell) {
  if (unused_.empty()) unused_.push_back(&past_.emplace_back());
  PastElement& past = *unused_.back();
  unused_.pop_back();
  past.cell = &cell;
  return past;
}

void StateCells::remove(StateCell& cell, Moment now, std::size_t place) {
  const StateCell::Stamp stamp = cell.stamps_[place];
  PastElement& past = new_past(cell);
  past.value = cell.elements_[place];
  past.added = stamp.added;
  past.removed = now;
  past.order = stamp.order;
  cell.past_.add(past);
  fresh_.push_back(&past);
  ++remembered_;
  --elements_;
  cell.changed_ = now;
  for (const auto& own : cell.indices_) {
    const std::size_t before = own->size();
    own->remove(stamp.order, past.value, keys_of_);
    indexed_ -= std::min(indexed_, before - own->size());
  }
  cell.free_place(place);
}

// An event with index x queries the moments x and x - 1.
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
  cell.past_.forget(past);
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
