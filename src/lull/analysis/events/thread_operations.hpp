// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Operations of threads: locks, barriers, tasks, parallel regions.
#pragma once

#include "lull/analysis/events/operations.hpp"

namespace lull::analysis {

// What a thread does with a lock, or with a condition variable: those of one process come in the
// order of their times.
struct LockOperation {
  enum class Action : std::uint8_t {
    Acquire,
    Release,
    Signal,     // a condition: time is the enter of the call
    Broadcast,  // likewise
    Return      // from waiting for a condition
  };

  ProcessId process;
  Paradigm paradigm = Paradigm::Unknown;
  std::uint32_t lock = 0;
  std::uint32_t order = 0;  // the how-manieth acquisition of this lock
  Action action = Action::Acquire;
  bool timed_out = false;        // of Return
  bool knows_condition = false;  // of conditions, and releases in waiting for one
  std::uint64_t condition = 0;
  Timestamp since;  // the call's enter, or what the thread did last with locks within it
  Timestamp time;
  CallKind kind = CallKind::Other;
  CallInstance call;  // the acquiring region's instance; of a release: the same place

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

// A thread comes to a barrier of Pthreads, or leaves it.
struct BarrierPassing {
  ProcessId process;
  std::uint64_t barrier = 0;
  std::uint64_t count = 0;  // threads that it waits for
  std::uint32_t depth = 0;  // of the thread's stack: that of its coming and its leaving is the same
  bool leaves = false;
  CallInstance call;

  [[nodiscard]] ProcessId matched_at() const { return process; }
};

// A thread of the program's own ends, or another one has waited for that.
struct ThreadOver {
  ProcessId process;
  CommunicatorId contingent;
  std::uint64_t sequence = 0;
  bool joined = false;
  Timestamp time;
  CallKind kind = CallKind::Other;
  CallInstance call;  // that joined; of the end: the thread's last

  [[nodiscard]] ProcessId matched_at() const { return process; }
};

// One thread's part in a barrier of its team; those of one barrier are posted together.
struct ThreadBarrierMember {
  ProcessId process;
  std::uint32_t members = 0;  // of the barrier
  CallInstance call;
  CallKind kind = CallKind::Other;  // explicit or implicit
  Duration busy;          // in the barrier, but at work: in tasks, in whatever the barrier called
  Timestamp busy_until;   // the end of that; the beginning of time when there was none
  Duration busy_late;     // the part of it after all had come
  LocalPathId busy_path;  // of the last of it
  Duration starved;  // without a task, while another member went on creating some before it came

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
  Timestamp since;           // it waits: behind the body of a taskgroup
  Duration idle;             // without another task
  CallPathOnLocation cause;  // the task that was completed last elsewhere, if any

  [[nodiscard]] ProcessId matched_at() const { return process; }
};

// A thread that waits for its turn in an ordered construct.
struct OrderedCall {
  ProcessId process;
  CallInstance call;
  CallInstance previous;  // the block before, on another thread, until its end or our begin

  [[nodiscard]] ProcessId matched_at() const { return process; }
};

// One thread's part in a parallel region; those of a team are posted together, at its join.
struct ParallelRegionMember {
  ProcessId process;
  std::uint32_t members = 0;  // of the team
  CallInstance fork;          // forking call path, from fork to join
  CallInstance call;          // enter and leave of the parallel region on this thread
  Timestamp start;            // of its part in it: the fork, or when it came from work of its own

  [[nodiscard]] ProcessId matched_at() const { return process; }

  static constexpr std::string_view kName = "TeamMember";
  template <class Field>
  void fields(Field&& field) const {
    field("call", call);
    field("start", start);
  }
};

}  // namespace lull::analysis
