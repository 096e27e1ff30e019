// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Where the worker threads of one process idle: time of theirs that counts for nothing they do is
// filed by what the master thread does meanwhile. While the master is outside of parallel regions
// that is the call path that it is in. As workers hardly ever work then, what is kept is what they
// do work, to be taken off the master's time. From the fork to the join of an outermost parallel
// region of the master, it is that region, and what is kept is how long each worker idled in it.
//
// A worker may turn out to have worked since the fork of its team. If the master has not forked
// it, it may have done anything since then; so as long as a team is not joined, what it does
// outside of regions is kept, and so are its regions: the last kLogged stretches.
//
// Linear in the number of workers at the begin and end of such a region, and for each event of the
// master while a worker works outside of them; constant for any other event. Used by the thread
// that replays the process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "lull/analysis/events/operations.hpp"
#include "lull/base/memory/fifo.hpp"

namespace lull::analysis {

class IdleThreads {
 public:
  using Worker = std::size_t;
  using Times = std::unordered_map<LocalPathId, Duration>;  // by call path of the master
  static constexpr std::size_t kLogged = 4096;

  // Set as long as the master has to tell about each stretch of its time.
  bool watching = false;

  Worker add_worker() {
    workers_.emplace_back();
    return workers_.size() - 1;
  }
  // The worker's time counts from now on, and did from `since` on; it does no longer.
  void start(Worker worker, Timestamp since, Timestamp now);
  void stop(Worker worker, Timestamp now);

  // Whether there are teams that are forked and not joined.
  void have_forks(bool any);

  // The master was on this call path.
  void master_passed(LocalPathId path, Timestamp begin, Timestamp end);
  // The measurement interrupted it there: outside of its regions nobody idles meanwhile, but all of
  // the process is interrupted.
  void master_interrupted(LocalPathId path, Timestamp begin, Timestamp end);
  // The master forks; time from then on belongs to the region that it enters next, or to a path.
  void master_forks(Timestamp now);
  void master_went_on(LocalPathId path, Timestamp begin, Timestamp now);
  // It enters the parallel region of `team`, outside of any other, as frame number `depth` of its
  // stack; if it has not forked it, it is a worker like any other.
  void enter_region(const void* team, bool forked, LocalPathId path, Timestamp begin,
                    std::size_t depth, Timestamp now);
  // So many frames are left; the team is over. When both is true of the region it ends.
  void frames_left(std::size_t depth, Timestamp now);
  void team_over(const void* team, Timestamp now);
  [[nodiscard]] bool in_region() const { return region_.open; }

  // When nothing more happens: the master's time on a path while it was in its regions, or
  // interrupted; of that, how long it was interrupted outside of them.
  [[nodiscard]] Duration inside(LocalPathId path) const {
    return path.index() < inside_.size() ? inside_[path.index()] : Duration{};
  }
  [[nodiscard]] const Times& interrupted() const { return interrupted_; }
  // What the worker worked in the master's paths outside of regions, and while it was interrupted
  // there; how long it idled in its regions.
  [[nodiscard]] const Times& worked(Worker worker) const { return workers_[worker].worked; }
  [[nodiscard]] const Times& worked_on(Worker worker) const { return workers_[worker].worked_on; }
  [[nodiscard]] const Times& idled(Worker worker) const { return workers_[worker].idled; }

 private:
  struct State {
    bool working = false;
    Timestamp since;
    Duration total;  // before that
    Duration at_fork;
    Times worked;
    Times worked_on;  // while the master was interrupted
    Times idled;

    [[nodiscard]] Duration total_at(Timestamp now) const {
      return working && now > since ? total + (now - since) : total;
    }
  };
  // Time of the master that is over.
  enum class Kind : std::uint8_t { Outside, Region, Interrupted };
  struct Stretch {
    Timestamp begin;
    Timestamp end;
    LocalPathId path;
    Kind kind = Kind::Outside;
  };
  struct Region {
    bool open = false;
    const void* team = nullptr;
    LocalPathId path;
    Timestamp begin;
    std::size_t depth = 0;
    bool left = false;
    bool over = false;
  };

  void add_inside(LocalPathId path, Duration time);
  void snapshot(Timestamp now);
  void end_region_if_over(Timestamp now);
  void log(const Stretch& stretch);
  void correct(State& worker, Timestamp since) const;
  void add_work(Times State::*times, LocalPathId path, Duration time);
  void update_watching() { watching = working_ > 0 || logging_ || region_.open; }

  std::vector<State> workers_;
  std::size_t working_ = 0;
  Region region_;
  std::vector<Duration> inside_;  // by path of the master
  Times interrupted_;
  std::optional<Timestamp> fork_;  // of the master, just now
  bool logging_ = false;
  Fifo<Stretch> log_;  // of the master, in order
};

}  // namespace lull::analysis
