// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/evaluate/values/past_elements.hpp"

#include <algorithm>

namespace lull::asl {

void PastElements::add(PastElement& past) {
  if (slots_.size() == width_) build(std::max<std::size_t>(4, 2 * width_));
  past.place = slots_.size();
  slots_.push_back({past.removed, &past});
  set(past.place, past.added);
}

void PastElements::forget(PastElement& past) {
  slots_[past.place].past = nullptr;
  set(past.place, kNever);
  ++forgotten_;
  while (!slots_.empty() && slots_.back().past == nullptr) {
    slots_.pop_back();
    --forgotten_;
  }
  if (forgotten_ >= 64 && 2 * forgotten_ >= slots_.size()) close_up();
}

std::size_t PastElements::first_removed_after(Moment moment) const {
  const auto found =
      std::ranges::upper_bound(slots_, moment, {}, [](const Slot& slot) { return slot.removed; });
  return static_cast<std::size_t>(found - slots_.begin());
}

void PastElements::set(std::size_t place, Moment added) {
  std::size_t node = width_ + place;
  earliest_[node] = added;
  for (node /= 2; node > 0; node /= 2)
    earliest_[node] = std::min(earliest_[2 * node], earliest_[2 * node + 1]);
}

void PastElements::close_up() {
  std::erase_if(slots_, [](const Slot& slot) { return slot.past == nullptr; });
  forgotten_ = 0;
  for (std::size_t place = 0; place < slots_.size(); ++place) slots_[place].past->place = place;
  std::size_t width = 4;
  while (width <= slots_.size()) width *= 2;
  build(width);
}

void PastElements::build(std::size_t width) {
  width_ = width;
  earliest_.assign(2 * width, kNever);
  for (std::size_t place = 0; place < slots_.size(); ++place)
    if (slots_[place].past != nullptr) earliest_[width + place] = slots_[place].past->added;
  for (std::size_t node = width - 1; node > 0; --node)
    earliest_[node] = std::min(earliest_[2 * node], earliest_[2 * node + 1]);
}

}  // namespace lull::asl
