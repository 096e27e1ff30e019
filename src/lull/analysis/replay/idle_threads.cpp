// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/replay/idle_threads.hpp"

namespace lull::analysis {

void IdleThreads::start(Worker worker, Timestamp since, Timestamp now) {
  State& state = workers_[worker];
  if (state.working) return;
  state.working = true;
  state.since = now;
  state.total += now - since;
  ++working_;
  update_watching();
}

void IdleThreads::stop(Worker worker, Timestamp now) {
  State& state = workers_[worker];
  if (!state.working) return;
  state.total = state.total_at(now);
  state.working = false;
  --working_;
  update_watching();
}

void IdleThreads::master_passed(LocalPathId path, Duration time) {
  if (region_.open || time.ticks == 0) return;
  for (State& worker : workers_)
    if (worker.working) worker.worked[path] += time;
}

void IdleThreads::snapshot(Timestamp now) {
  for (State& worker : workers_) worker.at_fork = worker.total_at(now);
}

void IdleThreads::master_forks(Timestamp now) {
  if (!region_.open) snapshot(now);
}

void IdleThreads::master_went_on(LocalPathId path, Timestamp now) {
  if (region_.open) return;
  for (State& worker : workers_)
    if (const Duration worked = worker.total_at(now) - worker.at_fork; worked.ticks > 0)
      worker.worked[path] += worked;
}

void IdleThreads::enter_region(const void* team, bool forked, LocalPathId path, Timestamp begin,
                               std::size_t depth, Timestamp now) {
  if (region_.open) return;
  if (!forked) snapshot(now);
  region_ = {true, team, path, forked ? begin : now, depth, false, false};
  update_watching();
}

void IdleThreads::frames_left(std::size_t depth, Timestamp now) {
  if (!region_.open || depth >= region_.depth) return;
  region_.left = true;
  end_region_if_over(now);
}

void IdleThreads::team_over(const void* team, Timestamp now) {
  if (!region_.open || region_.team != team) return;
  region_.over = true;
  end_region_if_over(now);
}

void IdleThreads::end_region_if_over(Timestamp now) {
  if (!region_.left || !region_.over) return;
  region_.open = false;
  for (State& worker : workers_) {
    const Duration idle = (now - region_.begin) - (worker.total_at(now) - worker.at_fork);
    if (idle.ticks > 0) worker.idled[region_.path] += idle;
  }
  update_watching();
}

}  // namespace lull::analysis
