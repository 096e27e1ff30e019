// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Ticks by activity of one location in the current piece of the run map. The map is updated once
// for each piece, not for each call.
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
  // If `reports_life` is set, all added time is also reported to the map as life.
  ActivityTimes(LocationId location, bool reports_life)
      : location_(location), reports_life_(reports_life) {}

  // Sets where times go from now on; null: nowhere. Earlier times must have been handed over.
  void chart_in(MapWindow* window) {
    window_ = window;
    end_ = window == nullptr ? kEndOfTime.ticks : 0;
  }
  // Times must not be earlier than those added before.
  void add(Activity activity, Timestamp from, Timestamp until) {
    if (until.ticks > end_) [[unlikely]]
      return add_in_another_piece(activity, from, until);
    ticks_[static_cast<std::size_t>(activity)] += until.ticks - from.ticks;
  }
  // Adds time at any position.
  void add_late(Activity activity, Timestamp from, Timestamp until);
  // Moves all times to the window.
  void hand_over();

 private:
  [[gnu::noinline]] void add_in_another_piece(Activity activity, Timestamp from, Timestamp until);

  MapWindow* window_ = nullptr;
  std::uint64_t begin_ = 0;
  std::uint64_t end_ = kEndOfTime.ticks;  // end of the piece; 0: none
  std::array<std::uint64_t, kActivities> ticks_{};
  LocationId location_;
  bool reports_life_;
};

}  // namespace lull::analysis
