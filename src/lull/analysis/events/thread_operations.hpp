// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Operations of threads: locks, barriers, tasks, parallel regions.
#pragma once

#include "lull/analysis/events/operations.hpp"

namespace lull::analysis {

// An action of a thread on a lock or a condition variable, posted by each process in time order.
struct LockOperation {
  enum class Action : std::uint8_t {
    Acquire,
    Release,
    Signal,     // a condition: time is when the call was entered
    Broadcast,  // likewise
    Return      // from waiting for a condition
  };

  ProcessId process;
  Paradigm paradigm = Paradigm::Unknown;
  std::uint32_t lock = 0;
  std::uint32_t order = 0;  // index of this acquisition of the lock
  Action action = Action::Acquire;
  bool timed_out = false;        // for Return
  bool knows_condition = false;  // for conditions, and releases while waiting for one
  std::uint64_t condition = 0;
  Timestamp since;  // when the call was entered, or the thread's last lock action within it
  Timestamp time;
  CallKind kind = CallKind::Other;
  CallInstance call;  // the acquiring region's instance; for a release: the same place

  [[nodiscard]] ProcessId matched_at() const { return process; }

  static constexpr std::string_view kName = "LockOperation";
  template <class Field>
  void fields(Field&& field) const {
    field("process", process);
    field("lock", lock);
    field("order", order);
    field("time", time);
    field("call", call);
  }
};

// A thread reaches or leaves a Pthreads barrier.
struct BarrierPassing {
  ProcessId process;
  std::uint64_t barrier = 0;
  std::uint64_t count = 0;  // number of threads that it waits for
  std::uint32_t depth = 0;  // stack depth of the thread: the same at arrival and departure
  bool leaves = false;
  CallInstance call;

  [[nodiscard]] ProcessId matched_at() const { return process; }
};

// A thread created by the program ends, or another one has joined it.
struct ThreadOver {
  ProcessId process;
  CommunicatorId contingent;
  std::uint64_t sequence = 0;
  bool joined = false;
  Timestamp time;
  CallKind kind = CallKind::Other;
  CallInstance call;  // the joining call; for the end: the thread's last call

  [[nodiscard]] ProcessId matched_at() const { return process; }
};

// One thread's part in a barrier of its team; the parts of one barrier are posted together.
struct ThreadBarrierMember {
  ProcessId process;
  std::uint32_t members = 0;  // number of threads in the barrier
  CallInstance call;
  CallKind kind = CallKind::Other;  // explicit or implicit
  Duration busy;          // in the barrier, but working: in tasks, or in what the barrier called
  Timestamp busy_until;   // the end of that work; the earliest possible time if there is none
  Duration busy_late;     // the part of `busy` after all have arrived
  LocalPathId busy_path;  // call path of the last work
  Duration starved;  // without a task, while another member kept creating tasks before it arrived

  [[nodiscard]] ProcessId matched_at() const { return process; }

  static constexpr std::string_view kName = "BarrierMember";
  template <class Field>
  void fields(Field&& field) const {
    field("call", call);
    field("busy", busy);
    field("busy_until", busy_until);
  }
};

// A thread that waits for tasks to complete (taskwait, taskgroup).
struct TaskWait {
  ProcessId process;
  CallInstance call;
  Timestamp since;           // start of waiting: after the body of a taskgroup
  Duration idle;             // without another task
  CallPathOnLocation cause;  // the task that another thread completed last, if any

  [[nodiscard]] ProcessId matched_at() const { return process; }
};

// A thread that waits for its turn in an ordered construct.
struct OrderedCall {
  ProcessId process;
  CallInstance call;
  CallInstance previous;  // the block before, on another thread, until it ends or this one starts

  [[nodiscard]] ProcessId matched_at() const { return process; }
};

// One thread's part in a parallel region; the parts of a team are posted together, at its join.
struct ParallelRegionMember {
  ProcessId process;
  std::uint32_t members = 0;  // number of threads in the team
  CallInstance fork;          // forking call path, from fork to join
  CallInstance call;          // this thread's enter and leave of the parallel region
  Timestamp start;            // start of its part: the fork, or when it came from other work

  [[nodiscard]] ProcessId matched_at() const { return process; }

  static constexpr std::string_view kName = "TeamMember";
  template <class Field>
  void fields(Field&& field) const {
    field("call", call);
    field("start", start);
  }
};

}  // namespace lull::analysis
