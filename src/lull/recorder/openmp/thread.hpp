// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What is known of a thread that runs OpenMP: the teams it is in, the constructs and tasks it has
// begun, the locks it holds. Used by its own thread, in callbacks of the runtime; at the end of the
// recording by the thread that ends it.
#pragma once

#include <exception>
#include <vector>

#include "lull/recorder/measurement/locks.hpp"
#include "lull/recorder/measurement/measurement.hpp"
#include "lull/recorder/openmp/constructs.hpp"
#include "lull/recorder/openmp/team.hpp"
#include "lull/recorder/system/kept_errno.hpp"

namespace lull::recorder::openmp {

class Thread {
 public:
  struct Membership {
    Team* team = nullptr;
    TeamNumber number = 0;
    std::uint32_t index = 0;  // in the team; 0 is the master
    std::size_t depth = 0;    // of open regions outside it
    std::size_t begun = 0;    // constructs outside it
    std::size_t tasks = 0;    // outside it
  };
  struct Task {
    std::uint64_t id = 0;
    std::size_t depth = 0;  // of open regions outside it
    std::size_t begun = 0;  // constructs outside it
  };

  explicit Thread(Location& location) : location_(location) {}
  Thread(const Thread&) = delete;
  Thread& operator=(const Thread&) = delete;

  // Of the calling thread, whose location that is.
  static Thread& of(Location& location);
  // The calling thread is a new one of the runtime's own: it gets the location of one that has
  // ended, or one with a name.
  static void begin_worker() noexcept;

  [[nodiscard]] Location& location() const { return location_; }
  [[nodiscard]] EventWriter* writer() const { return location_.writer(); }
  [[nodiscard]] RegionNumber region(Construct construct, const void* place) {
    return constructs_.region(construct, place);
  }
  [[nodiscard]] Lock& lock(std::uint64_t address) { return locks_.of(address); }
  [[nodiscard]] MasteredTeams& mastered() { return mastered_; }

  // The innermost team; null outside parallel regions.
  [[nodiscard]] const Membership* team() const { return teams_.empty() ? nullptr : &teams_.back(); }
  [[nodiscard]] unsigned level() const { return static_cast<unsigned>(teams_.size()); }
  void join_team(Team& team, std::uint32_t index, std::size_t size);
  // It has done its part, and waits for the others at the end of its innermost team.
  void arrive();
  // At the time when the team ended, if that is known already.
  void leave_team();

  void begin(Construct construct, const void* place);
  // The body of the innermost construct, if that is it, is over: the thread waits at its end.
  void begin_wait(Construct construct);
  // Either the thread begins the body of the innermost construct, or it waits at a barrier in place
  // of that since now: the runtime tells afterwards, or begins a task.
  void expect_barrier(const void* place);
  // It waits there, if one is expected.
  void begin_expected_barrier();
  void expect_no_barrier() { expected_ = {}; }
  // Ends it and whatever was begun in it, if it was begun in this team.
  void end(Construct construct);
  // A construct whose end the runtime does not tell ends before the next one.
  void end_if_last(Construct construct);
  // Like end(), not later than the team.
  void end_with_team(Construct construct);

  void begin_task(std::uint64_t id, RegionNumber region);
  // The innermost one of this team, 0 where that is the implicit one.
  [[nodiscard]] std::uint64_t task(std::size_t outwards = 0) const;
  void end_task();
  std::uint32_t next_generation() { return ++generation_; }

  // Its parallel regions that have not ended, as the runtime tells; null for those that are not
  // recorded.
  std::vector<Team*> forked;
  // Its parts in parallel regions that have not ended: whether they are recorded.
  std::vector<bool> parts;

  // Locks that it holds, by acquisition order; innermost last.
  struct Held {
    const Lock* lock = nullptr;
    std::uint32_t order = 0;
    std::uint32_t depth = 1;  // how often it holds it
  };
  std::vector<Held> held;

 private:
  struct Begun {
    Construct construct;
    std::size_t depth;              // of open regions outside it
    std::uint64_t waits_since = 0;  // 0: that is not told
  };
  [[nodiscard]] OTF2_AttributeList* attributes_of(const Begun& ended, std::uint64_t time);
  [[nodiscard]] std::size_t outer_constructs() const;
  void end(Construct construct, std::uint64_t time);
  [[nodiscard]] std::uint64_t end_of_team();

  struct Expected {
    std::uint64_t time = 0;  // 0: none
    const void* place = nullptr;
  };

  Location& location_;
  KnownConstructs constructs_;
  KnownLocks locks_;
  MasteredTeams mastered_;
  std::vector<Membership> teams_;  // innermost last
  std::vector<Begun> begun_;
  Expected expected_;
  std::vector<Task> tasks_;
  std::uint32_t generation_ = 0;  // of tasks that it created
};

// What a callback does with its thread, if that is recorded. Nothing of it reaches the program.
template <class... When, class Step>
void record(Step step, When... when) noexcept {
  const Recording recording{when...};
  if (!recording) return;
  const KeptErrno kept;
  try {
    step(Thread::of(*recording));
  } catch (const std::exception& error) {
    Measurement::instance().give_up(error.what());
  }
}

}  // namespace lull::recorder::openmp
