// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// One-sided communication: window operations of one process, and the compound events that they form
// with operations of other processes. The events contain the call that ended a wait.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

#include "lull/analysis/events/compound_event.hpp"
#include "lull/analysis/events/operations.hpp"

namespace lull::analysis {

// All operations on a window are matched in one place.
[[nodiscard]] inline Rendezvous rendezvous_of(WindowId window) {
  return {(std::uint64_t{window.value} + 1) * 0x9E3779B97F4A7C15ull};
}

// One action of a call, posted for all its records when the call is left. A process's operations
// are in order.
struct WindowOperation {
  enum class Kind : std::uint8_t {
    Create,
    Free,
    Fence,
    Transfer,
    Completion,  // a transfer with a request has completed
    Post,
    Start,
    Complete,
    Wait,
    Lock,
    Unlock,
    Flush
  };
  Kind kind = Kind::Fence;
  bool shared = false;     // for locks
  bool unchecked = false;  // for locks: the program asserts that there are no conflicts
  bool waits = true;       // false: a test
  bool local = false;      // for flushes: nothing completes at the target
  WindowId window;
  std::uint32_t size = 0;  // number of members of the window
  ProcessId process;
  ProcessId target;  // for transfers, their completions, locks and flushes; undefined: all
  GroupId group;     // for Post to Wait
  CallInstance call;
  Timestamp begin;  // for operations of all members, inside the call
  Timestamp end;    // the same; for locks and calls in their epochs, when the call was left

  [[nodiscard]] Rendezvous matched_at() const { return rendezvous_of(window); }
};

// A process was outside MPI, from leaving one call to entering the next: other processes that
// accessed its memory may have had to wait. Posted for each window that it has at that time.
struct OutsideMpi {
  WindowId window;
  ProcessId process;
  CallPathOnLocation at;  // its call path when it came back
  Timestamp begin;
  Timestamp end;

  [[nodiscard]] Rendezvous matched_at() const { return rendezvous_of(window); }
};

// One member's part in an operation of all members of a window.
struct WindowMember {
  ProcessId process;
  CallInstance call;
  Timestamp begin;  // the operation's start, inside the call
  Timestamp end;
  // For fences: the transfer into this process in the ending epoch that ended last.
  bool accessed = false;
  CallInstance last_access;
  std::uint32_t partners = 0;  // number of processes with transfers in either direction

  static constexpr std::string_view kName = "WindowMember";
  template <class Field>
  void fields(Field&& field) const {
    field("process", process);
    field("call", call);
    field("begin", begin);
    field("end", end);
    field("partners", partners);
  }
};

// A complete window creation, window release or fence.
struct WindowCollective {
  static constexpr std::string_view kName = "WindowCollective";
  WindowOperation::Kind kind;
  WindowId window;
  std::span<const WindowMember> members;
  const WindowMember& last;  // the last to begin; of several, the first to leave
  bool together;             // all were inside at the same time

  template <class Field>
  void fields(Field&& field) const {
    field("window", window);
    field("last", last);
    field("members", members);
  }
};

// A transfer, and the call that granted access to it.
struct AccessTransfer {
  CallInstance call;
  ProcessId target;

  static constexpr std::string_view kName = "Transfer";
  template <class Field>
  void fields(Field&& field) const {
    field("target", target);
    field("call", call);
  }
};

// A process whose memory an access epoch may access, and its exposure.
struct AccessTarget {
  ProcessId process;
  bool known = false;  // true if its post is in the trace
  CallInstance post;
  bool used = false;  // true if there was a transfer to it
  CallInstance last;  // the transfer to it that ended last

  static constexpr std::string_view kName = "Target";
  template <class Field>
  void fields(Field&& field) const {
    field("process", process);
    field("post", post);
  }
};

// Lasts from MPI_Win_start to MPI_Win_complete; has the exposures that it needed.
struct AccessEpoch {
  static constexpr std::string_view kName = "AccessEpoch";
  WindowId window;
  ProcessId process;
  const CallInstance& start;
  const CallInstance& complete;
  std::span<const AccessTransfer> transfers;  // in order
  std::span<const AccessTarget> targets;

  template <class Field>
  void fields(Field&& field) const {
    field("window", window);
    field("process", process);
    field("start", start);
    field("complete", complete);
    field("transfers", transfers);
    field("targets", targets);
  }
};

// A process that accessed an exposed window.
struct ExposureOrigin {
  ProcessId process;
  CallInstance start;
  CallInstance complete;
  bool used = false;  // true if it made a transfer to this process
  CallInstance last;  // the transfer that ended last; the start if there was none

  static constexpr std::string_view kName = "Origin";
  template <class Field>
  void fields(Field&& field) const {
    field("process", process);
    field("start", start);
    field("complete", complete);
  }
};

// Lasts from MPI_Win_post to MPI_Win_wait or a successful MPI_Win_test; has all accesses.
struct ExposureEpoch {
  static constexpr std::string_view kName = "ExposureEpoch";
  WindowId window;
  ProcessId process;
  const CallInstance& post;
  const CallInstance& wait;
  bool waits;  // false: MPI_Win_test
  std::span<const ExposureOrigin> origins;

  template <class Field>
  void fields(Field&& field) const {
    field("window", window);
    field("process", process);
    field("post", post);
    field("wait", wait);
    field("origins", origins);
  }
};

// A call in a passive epoch that may have waited until another process released a lock.
struct LockedCall {
  static constexpr std::string_view kName = "LockedCall";
  WindowId window;
  ProcessId process;
  bool transfers;  // true: it communicates; false: it synchronises
  const CallInstance& call;
  const CallInstance& unlock;  // by the previous holder of a conflicting lock

  template <class Field>
  void fields(Field&& field) const {
    field("window", window);
    field("process", process);
    field("call", call);
    field("unlock", unlock);
  }
};

// A call in a passive epoch that may have waited until the target entered MPI.
struct ProgressWait {
  static constexpr std::string_view kName = "ProgressWait";
  WindowId window;
  ProcessId process;
  ProcessId target;
  bool transfers;         // true: it communicates; false: it synchronises
  Timestamp since;        // the call's start, or when the last holder of a lock released it
  Timestamp until;        // when the target entered MPI, within the call
  CallPathOnLocation at;  // where the target entered MPI
  const CallInstance& call;

  template <class Field>
  void fields(Field&& field) const {
    field("window", window);
    field("process", process);
    field("target", target);
    field("since", since);
    field("until", until);
    field("call", call);
  }
};

// Returns the time from the call's start to `until` if that lies within the call; otherwise zero,
// as the waiting call is not known.
[[nodiscard]] inline Duration span_until(const CallInstance& call, Timestamp until) {
  return call.enter < until && until <= call.leave ? until - call.enter : Duration{};
}

}  // namespace lull::analysis
