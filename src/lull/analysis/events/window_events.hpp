// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// One-sided communication: what the calls of one process do with a window, and the compound events
// that these make with those of other processes. Whoever ended a wait is in the event.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

#include "lull/analysis/events/compound_event.hpp"
#include "lull/analysis/events/operations.hpp"

namespace lull::analysis {

// All that concerns a window meets in one place.
[[nodiscard]] inline Rendezvous rendezvous_of(WindowId window) {
  return {(std::uint64_t{window.value} + 1) * 0x9E3779B97F4A7C15ull};
}

// What one call does, posted when it is left, for all its records; those of a process in order.
struct WindowOperation {
  enum class Kind : std::uint8_t {
    Create,
    Free,
    Fence,
    Transfer,
    Completion,  // of a transfer with a request
    Post,
    Start,
    Complete,
    Wait,
    Lock,
    Unlock,
    Flush
  };
  Kind kind = Kind::Fence;
  bool shared = false;     // of locks
  bool unchecked = false;  // of locks: the program asserts that they conflict with no other
  bool waits = true;       // false: it tests
  bool local = false;      // of flushes: nothing completes at the target
  WindowId window;
  std::uint32_t size = 0;  // members of the window
  ProcessId process;
  ProcessId target;  // of transfers, their completions, locks and flushes; undefined: all
  GroupId group;     // of Post to Wait
  CallInstance call;
  Timestamp begin;  // of operations of all members, inside the call
  Timestamp end;    // of them; of locks and what lies in them, when the call was left

  [[nodiscard]] Rendezvous matched_at() const { return rendezvous_of(window); }
};

// A process was outside of MPI, from the leave of one call to the enter of another one: what others
// want of its memory may have had to wait. Posted for each window that it has then.
struct OutsideMpi {
  WindowId window;
  ProcessId process;
  CallPathOnLocation at;  // what it did when it came back
  Timestamp begin;
  Timestamp end;

  [[nodiscard]] Rendezvous matched_at() const { return rendezvous_of(window); }
};

// One member's part in an operation of all members of a window.
struct WindowMember {
  ProcessId process;
  CallInstance call;
  Timestamp begin;  // of the operation, inside the call
  Timestamp end;
  // Of fences. The transfers into this process in the epoch that ends: the last to end.
  bool accessed = false;
  CallInstance last_access;
  std::uint32_t partners = 0;  // with whom there were transfers, in either direction

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

// Creating a window, freeing it, a fence: complete.
struct WindowCollective {
  static constexpr std::string_view kName = "WindowCollective";
  WindowOperation::Kind kind;
  WindowId window;
  std::span<const WindowMember> members;
  const WindowMember& last;  // to begin; of several the first to leave
  bool together;             // all were inside at one moment

  template <class Field>
  void fields(Field&& field) const {
    field("window", window);
    field("last", last);
    field("members", members);
  }
};

// A transfer, and the call that granted it access.
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

// A process whose memory an access epoch may touch, and its exposure of that.
struct AccessTarget {
  ProcessId process;
  bool known = false;  // whether its post is in the trace
  CallInstance post;
  bool used = false;  // whether there was a transfer to it
  CallInstance last;  // of the transfers to it, the last to end

  static constexpr std::string_view kName = "Target";
  template <class Field>
  void fields(Field&& field) const {
    field("process", process);
    field("post", post);
  }
};

// From MPI_Win_start to MPI_Win_complete, with the exposures that it needed.
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
  bool used = false;  // whether it made a transfer to this process
  CallInstance last;  // the transfer that ended last; the start where there was none

  static constexpr std::string_view kName = "Origin";
  template <class Field>
  void fields(Field&& field) const {
    field("process", process);
    field("start", start);
    field("complete", complete);
  }
};

// From MPI_Win_post to MPI_Win_wait, or the MPI_Win_test that succeeded, with all accesses.
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

// A call in a passive epoch that may have waited until another process gave a lock up.
struct LockedCall {
  static constexpr std::string_view kName = "LockedCall";
  WindowId window;
  ProcessId process;
  bool transfers;  // it communicates; else it synchronises
  const CallInstance& call;
  const CallInstance& unlock;  // by the last holder before whose lock conflicts

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
  bool transfers;         // it communicates; else it synchronises
  Timestamp since;        // the call's begin, or when the last holder of a lock gave it up
  Timestamp until;        // when the target entered MPI, within the call
  CallPathOnLocation at;  // where that did so
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

// From the call's beginning to `until`, if that lies within it; zero otherwise: it is not known
// which call waited.
[[nodiscard]] inline Duration span_until(const CallInstance& call, Timestamp until) {
  return call.enter < until && until <= call.leave ? until - call.enter : Duration{};
}

}  // namespace lull::analysis
