// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The state of a thread that runs OpenMP: its teams, the constructs and tasks it has begun, the
// locks it holds. Used by its own thread, in callbacks of the runtime; at the end of the recording
// by the thread that ends it.
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
    std::uint32_t index = 0;  // its index in the team; 0 is the master
    std::size_t depth = 0;    // open regions outside it
    std::size_t begun = 0;    // constructs outside it
    std::size_t tasks = 0;    // tasks outside it
  };
  struct Task {
    std::uint64_t id = 0;
    std::size_t depth = 0;  // open regions outside it
    std::size_t begun = 0;  // constructs outside it
  };

  explicit Thread(Location& location) : location_(location) {}
  Thread(const Thread&) = delete;
  Thread& operator=(const Thread&) = delete;

  // Returns the calling thread's object; `location` is its location.
  static Thread& of(Location& location);
  // Called in a new worker thread of the runtime: it gets the location of a worker that has ended,
  // or a named location.
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
  // The thread has done its part, and waits for the others at the end of its innermost team.
  void arrive();
  // Leaves at the time when the team ended, if known already.
  void leave_team();

  void begin(Construct construct, const void* place);
  // If it is the innermost construct, ends its body: the thread waits at its end.
  void begin_wait(Construct construct);
  // Either the thread begins the body of the innermost construct, or it waits at a barrier instead
  // since now: the runtime reports that later, or begins a task.
  void expect_barrier(const void* place);
  // The thread waits there, if one is expected.
  void begin_expected_barrier();
  void expect_no_barrier() { expected_ = {}; }
  // Ends the construct and all that was begun inside it, if it was begun in this team.
  void end(Construct construct);
  // Ends a construct whose end the runtime does not report: it ends before the next one.
  void end_if_last(Construct construct);
  // Like end(), but no later than the team.
  void end_with_team(Construct construct);

  void begin_task(std::uint64_t id, RegionNumber region);
  // Returns the innermost task of this team, 0 if that is implicit.
  [[nodiscard]] std::uint64_t task(std::size_t outwards = 0) const;
  void end_task();
  std::uint32_t next_generation() { return ++generation_; }

  // Its unfinished parallel regions, as the runtime reports them; null if a region is not recorded.
  std::vector<Team*> forked;
  // True where its part in an unfinished parallel region is recorded.
  std::vector<bool> parts;

  // Locks that it holds, in acquisition order.
  struct Held {
    const Lock* lock = nullptr;
    std::uint32_t order = 0;
    std::uint32_t depth = 1;  // how many times it holds it
  };
  std::vector<Held> held;

 private:
  struct Begun {
    Construct construct;
    std::size_t depth;              // open regions outside it
    std::uint64_t waits_since = 0;  // 0: not reported
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
  std::uint32_t generation_ = 0;  // number of tasks that it created
};

// Runs a callback's step in its thread, if that is recorded. No failure reaches the program.
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
