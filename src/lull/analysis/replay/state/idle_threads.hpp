// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Determines where the worker threads of one process idle: their uncounted time is assigned to what
// the master thread does meanwhile. While the master is outside parallel regions, this is its call
// path. As workers rarely work then, their working time is stored, to be subtracted from the
// master's time. From the fork to the join of an outermost parallel region of the master, it is
// that region, and each worker's idle time in it is stored.
//
// A worker may turn out to have worked since the fork of its team. If the master has not forked
// that team, it may have done anything since then; therefore, while a team is not joined, the last
// kLogged stretches of the master's time, outside regions and in them, are kept.
//
// Linear in the number of workers at the start and end of such a region, and for each event of the
// master while a worker works outside such regions; constant for any other event. Used by the
// thread that replays the process.
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
  using Times = std::unordered_map<LocalPathId, Duration>;  // by the master's call path
  static constexpr std::size_t kLogged = 4096;

  // True if the master must report each stretch of its time.
  bool watching = false;

  Worker add_worker() {
    workers_.emplace_back();
    return workers_.size() - 1;
  }
  // start(): the worker's time counts from now on, and also from `since` until now. stop(): it no
  // longer counts.
  void start(Worker worker, Timestamp since, Timestamp now);
  void stop(Worker worker, Timestamp now);

  // Sets whether there are teams that are forked and not joined.
  void have_forks(bool any);

  // The master spent this time on this call path.
  void master_passed(LocalPathId path, Timestamp begin, Timestamp end);
  // The measurement interrupted the master on this path: outside its regions, the whole process
  // counts as interrupted, not idle.
  void master_interrupted(LocalPathId path, Timestamp begin, Timestamp end);
  // The master forks; later time belongs to the region that it enters next, or to a path.
  void master_forks(Timestamp now);
  void master_went_on(LocalPathId path, Timestamp begin, Timestamp now);
  // The master enters the parallel region of `team`, outside any other, as frame number `depth` of
  // its stack; if it has not forked the team, it is a worker like any other.
  void enter_region(const void* team, bool forked, LocalPathId path, Timestamp begin,
                    std::size_t depth, Timestamp now);
  // `depth` frames remain on the stack; the team is over. The region ends when it is left and over.
  void frames_left(std::size_t depth, Timestamp now);
  void team_over(const void* team, Timestamp now);
  [[nodiscard]] bool in_region() const { return region_.open; }

  // Call at the end. inside() returns the master's time on a path in its regions or interrupted,
  // and interrupted() only the part when it was interrupted outside its regions.
  [[nodiscard]] Duration inside(LocalPathId path) const {
    return path.index() < inside_.size() ? inside_[path.index()] : Duration{};
  }
  [[nodiscard]] const Times& interrupted() const { return interrupted_; }
  // These return, by the master's call path, the worker's working time outside regions, its working
  // time while the master was interrupted there, and its idle time in regions.
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
  // Past time on the master.
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
  std::vector<Duration> inside_;  // indexed by the master's path
  Times interrupted_;
  std::optional<Timestamp> fork_;  // the master's, if that was its last event
  bool logging_ = false;
  Fifo<Stretch> log_;  // the master's time, in order
};

}  // namespace lull::analysis
