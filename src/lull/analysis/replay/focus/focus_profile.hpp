// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Profile of one process before the start of the focus, and stretches of its time that may lie
// after its end, which is known only when all processes have reached it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <vector>

#include "lull/analysis/events/operations.hpp"
#include "lull/analysis/replay/state/idle_threads.hpp"

namespace lull::analysis {

// Profile of all locations of a process, in order, at one time.
struct ProfileAtBegin {
  struct OfLocation {
    std::vector<Duration> times;  // indexed by call path
    std::unordered_map<LocalPathId, Duration> overhead;
    std::unordered_map<LocalPathId, Duration> management;
  };
  std::vector<OfLocation> locations;
  IdleThreads idle;
};

class LastStretches {
 public:
  struct Stretch {
    LocalPathId path;
    Timestamp begin;
    Timestamp end;
  };

  void add(LocalPathId path, Timestamp begin, Timestamp end) {
    if (begin >= end) return;
    if (!all_.empty() && all_.back().path == path && all_.back().end == begin)
      all_.back().end = end;
    else
      all_.push_back({path, begin, end});
  }
  // Drops stretches that end before that time: they are in the focus.
  void forget_until(Timestamp time) {
    std::erase_if(all_, [time](const Stretch& one) { return one.end <= time; });
  }
  // Returns, by call path, the time of the stretches after `to`.
  [[nodiscard]] std::vector<Duration> after(Timestamp to, std::size_t paths) const {
    std::vector<Duration> times(paths);
    for (const Stretch& one : all_)
      if (one.end > to && one.path.index() < paths)
        times[one.path.index()] += one.end - std::max(one.begin, to);
    return times;
  }

 private:
  std::vector<Stretch> all_;
};

}  // namespace lull::analysis
