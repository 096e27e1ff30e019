// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/parallel/process_walk.hpp"

#include <utility>

namespace lull::parallel {

ProcessWalk::ProcessWalk(std::vector<const LocalTrace*> threads, Direction direction)
    : threads_(std::move(threads)), direction_(direction) {
  for (const LocalTrace* const thread : threads_) {
    Place place{direction == Direction::Forward ? thread->begin() : thread->end(), thread->size()};
    if (direction == Direction::Backward && place.left > 0) --place.event;
    places_.push_back(std::move(place));
  }
  choose();
}

void ProcessWalk::advance() {
  Place& place = places_[*current_];
  if (--place.left > 0) {
    if (direction_ == Direction::Forward)
      ++place.event;
    else
      --place.event;
  }
  if (places_.size() > 1 || place.left == 0) choose();
}

void ProcessWalk::choose() {
  current_.reset();
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (places_[i].left == 0) continue;
    if (!current_) {
      current_ = i;
      continue;
    }
    const Timestamp best = places_[*current_].event->time;
    const Timestamp time = places_[i].event->time;
    const bool better = direction_ == Direction::Forward ? time < best : time >= best;
    if (better) current_ = i;
  }
}

}  // namespace lull::parallel
