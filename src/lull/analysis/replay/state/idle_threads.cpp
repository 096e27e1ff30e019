// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/replay/state/idle_threads.hpp"

#include <algorithm>

namespace lull::analysis {

void IdleThreads::start(Worker worker, Timestamp since, Timestamp now) {
  State& state = workers_[worker];
  if (state.working) return;
  state.working = true;
  state.since = now;
  const Timestamp open_since = region_.open ? region_.begin : fork_.value_or(now);
  if (const Timestamp from = std::max(since, open_since); from < now) state.total += now - from;
  if (since < open_since) correct(state, since);
  ++working_;
  update_watching();
}

// The worker has worked since that time, regardless of the master.
void IdleThreads::correct(State& worker, Timestamp since) const {
  for (auto stretch = log_.rbegin(); stretch != log_.rend() && stretch->end > since; ++stretch) {
    const Duration worked = stretch->end - std::max(stretch->begin, since);
    if (stretch->kind == Kind::Region)
      worker.idled[stretch->path] -= worked;
    else
      (stretch->kind == Kind::Outside ? worker.worked : worker.worked_on)[stretch->path] += worked;
  }
}

void IdleThreads::log(const Stretch& stretch) {
  if (!logging_ || stretch.begin >= stretch.end) return;
  if (!log_.empty() && log_.back().end == stretch.begin && log_.back().path == stretch.path &&
      log_.back().kind == stretch.kind) {
    log_.back().end = stretch.end;
    return;
  }
  log_.push_back(stretch);
  if (log_.size() > kLogged) log_.pop_front();
}

void IdleThreads::have_forks(bool any) {
  logging_ = any;
  if (!any) log_.clear();
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

void IdleThreads::master_passed(LocalPathId path, Timestamp begin, Timestamp end) {
  if (begin == end) return;
  if (region_.open) return add_inside(path, end - begin);
  add_work(&State::worked, path, end - begin);
  log({begin, end, path});
}

void IdleThreads::add_work(Times State::*times, LocalPathId path, Duration time) {
  if (working_ == 0) return;
  for (State& worker : workers_)
    if (worker.working) (worker.*times)[path] += time;
}

void IdleThreads::add_inside(LocalPathId path, Duration time) {
  if (path.index() >= inside_.size()) inside_.resize(2 * path.index() + 1);
  inside_[path.index()] += time;
}

void IdleThreads::master_interrupted(LocalPathId path, Timestamp begin, Timestamp end) {
  if (begin >= end) return;
  add_inside(path, end - begin);
  if (region_.open) return;
  interrupted_[path] += end - begin;
  add_work(&State::worked_on, path, end - begin);
  log({begin, end, path, Kind::Interrupted});
}

void IdleThreads::snapshot(Timestamp now) {
  for (State& worker : workers_) worker.at_fork = worker.total_at(now);
}

void IdleThreads::master_forks(Timestamp now) {
  if (region_.open) return;
  fork_ = now;
  snapshot(now);
}

void IdleThreads::master_went_on(LocalPathId path, Timestamp begin, Timestamp now) {
  if (!fork_) return master_passed(path, begin, now);
  for (State& worker : workers_)
    if (const Duration worked = worker.total_at(now) - worker.at_fork; worked.ticks > 0)
      worker.worked[path] += worked;
  log({*fork_, now, path});
  fork_.reset();
}

void IdleThreads::enter_region(const void* team, bool forked, LocalPathId path, Timestamp begin,
                               std::size_t depth, Timestamp now) {
  if (region_.open) return;
  if (!forked) snapshot(now);
  region_ = {true, team, path, forked ? begin : now, depth, false, false};
  fork_.reset();
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
  log({region_.begin, now, region_.path, Kind::Region});
  for (State& worker : workers_) {
    const Duration idle = (now - region_.begin) - (worker.total_at(now) - worker.at_fork);
    if (idle.ticks > 0) worker.idled[region_.path] += idle;
  }
  update_watching();
}

}  // namespace lull::analysis
