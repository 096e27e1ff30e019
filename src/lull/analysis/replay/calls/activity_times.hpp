// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What one location has done in the piece of the map of the run that its time is in: ticks by
// activity. The map hears of it once for each piece, not for each call.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "lull/analysis/run/activity.hpp"
#include "lull/analysis/run/map_window.hpp"
#include "lull/base/time.hpp"
#include "lull/trace/event/ids.hpp"

namespace lull::analysis {

class ActivityTimes {
 public:
  // With `tells_life`, the map is told of all time that is added, whatever was done then, too.
  ActivityTimes(LocationId location, bool tells_life)
      : location_(location), tells_life_(tells_life) {}

  // Where it goes from now on; null: nowhere. What was added before must have been handed over.
  void chart_in(MapWindow* window) {
    window_ = window;
    end_ = window == nullptr ? kEndOfTime.ticks : 0;
  }
  // No earlier than what was added before.
  void add(Activity activity, Timestamp from, Timestamp until) {
    if (until.ticks > end_) [[unlikely]]
      return add_in_another_piece(activity, from, until);
    ticks_[static_cast<std::size_t>(activity)] += until.ticks - from.ticks;
  }
  // Of any time.
  void add_late(Activity activity, Timestamp from, Timestamp until);
  // The window has all of it then.
  void hand_over();

 private:
  [[gnu::noinline]] void add_in_another_piece(Activity activity, Timestamp from, Timestamp until);

  MapWindow* window_ = nullptr;
  std::uint64_t begin_ = 0;
  std::uint64_t end_ = kEndOfTime.ticks;  // of the piece; 0: in none
  std::array<std::uint64_t, kActivities> ticks_{};
  LocationId location_;
  bool tells_life_;
};

}  // namespace lull::analysis
