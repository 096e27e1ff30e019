// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/parallel/process_walk.hpp"

#include <algorithm>
#include <utility>

namespace lull::parallel {

ProcessWalk::ProcessWalk(std::vector<const LocalTrace*> threads, Direction direction)
    : threads_(std::move(threads)), direction_(direction) {
  for (const LocalTrace* const thread : threads_) {
    Place place{direction == Direction::Forward ? thread->begin() : thread->end(), thread->size()};
    if (direction == Direction::Backward && place.left > 0) --place.event;
    if (place.left > 0) heads_.emplace_back(place.event->time, places_.size());
    places_.push_back(std::move(place));
  }
  std::ranges::make_heap(heads_, [this](auto& a, auto& b) { return is_after(a, b); });
}

void ProcessWalk::advance() {
  const auto after = [this](const Head& a, const Head& b) { return is_after(a, b); };
  const std::size_t thread = this->thread();
  Place& place = places_[thread];
  if (--place.left > 0) {
    if (direction_ == Direction::Forward)
      ++place.event;
    else
      --place.event;
    if (heads_.size() == 1) return;
    std::ranges::pop_heap(heads_, after);
    heads_.back().first = place.event->time;
    std::ranges::push_heap(heads_, after);
    return;
  }
  std::ranges::pop_heap(heads_, after);
  heads_.pop_back();
}

}  // namespace lull::parallel
