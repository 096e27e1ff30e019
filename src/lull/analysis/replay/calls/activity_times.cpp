// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/replay/calls/activity_times.hpp"

#include <numeric>
#include <utility>

namespace lull::analysis {

void ActivityTimes::add_late(Activity activity, Timestamp from, Timestamp until) {
  if (window_ == nullptr) return;
  if (activity != Activity::Computation) window_->add(activity, location_, from, until);
  if (reports_life_) window_->add_life(location_, from, until);
}

// The position within the piece does not matter to the map.
void ActivityTimes::hand_over() {
  if (window_ == nullptr || end_ == 0) return;
  const Timestamp begin{begin_};
  if (reports_life_)
    window_->add_life(location_, begin, {std::accumulate(ticks_.begin(), ticks_.end(), begin_)});
  for (std::size_t i = 1; i < kActivities; ++i)
    if (ticks_[i] > 0)
      window_->add(static_cast<Activity>(i), location_, begin, {begin_ + ticks_[i]});
  ticks_.fill(0);
  end_ = 0;
}

void ActivityTimes::add_in_another_piece(Activity activity, Timestamp from, Timestamp until) {
  hand_over();
  if (from >= until) return;
  const unsigned shift = window_->shift();
  const std::uint64_t piece = (until.ticks - 1) >> shift;
  const std::uint64_t begin = piece << shift;
  if (from.ticks < begin) add_late(activity, from, {begin});
  begin_ = begin;
  end_ = (piece + 1) << shift;
  const std::uint64_t first = from.ticks < begin ? begin : from.ticks;
  if (end_ <= begin_)  // there is no later time
    end_ = kEndOfTime.ticks;
  ticks_[static_cast<std::size_t>(activity)] = until.ticks - first;
}

}  // namespace lull::analysis
