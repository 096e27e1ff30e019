// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Time that members of a team wait in a barrier for tasks while a member that has not reached it
// creates them. A run of creations lasts from one creation to the next, by any member, until the
// creator of the last task waits or turns to another task. Waiting time counts if it lies in runs,
// up to the last creation known in each. Amortised constant time per event.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "lull/base/time.hpp"

namespace lull::analysis {

class TaskCreation {
 public:
  // State of one member: in a barrier of the team, and outside tasks, while it waits.
  struct Waiter {
    Duration base{};
    Timestamp since;
    bool waits = false;
    bool amid = false;    // it has waited since the last creation of a run, or later
    bool listed = false;  // true if it is in listed_
  };

  // `waiter_of(place)` returns the state of a member.
  template <class WaiterOf>
  void create(std::size_t place, Timestamp time, WaiterOf waiter_of) {
    const bool continues = runs_ && time > last_;
    if (continues) created_ += time - last_;
    for (const std::size_t listed : listed_) {
      Waiter& waiter = waiter_of(listed);
      waiter.listed = false;
      if (continues && waiter.waits && waiter.amid)
        waiter.base += std::min(waiter.since, time) - last_;
      waiter.amid = false;
    }
    listed_.clear();
    runs_ = true;
    last_ = time;
    creator_ = place;
  }
  // The member waits, or turns to another task.
  void end_run(std::size_t place) {
    if (runs_ && creator_ == place) runs_ = false;
  }
  void begin_waiting(std::size_t place, Waiter& waiter, Timestamp time) {
    waiter.waits = true;
    waiter.base = created_;
    waiter.since = time;
    waiter.amid = runs_ && time > last_;
    if (!waiter.amid || waiter.listed) return;
    waiter.listed = true;
    listed_.push_back(place);
  }
  // Returns the part of the wait that was in runs.
  [[nodiscard]] Duration end_waiting(Waiter& waiter) const {
    if (!waiter.waits) return {};
    waiter.waits = false;
    return created_ - waiter.base;
  }

 private:
  bool runs_ = false;
  std::size_t creator_ = 0;
  Timestamp last_;      // last creation
  Duration created_{};  // in runs until now
  std::vector<std::size_t> listed_;
};

}  // namespace lull::analysis
