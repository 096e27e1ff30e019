// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// OpenSHMEM: locks of PEs and accesses to each other's memory, posted as they happen, and the
// compound events derived from them. The events contain the call that ended a wait.
#pragma once

#include <cstdint>
#include <string_view>

#include "lull/analysis/events/compound_event.hpp"
#include "lull/analysis/events/operations.hpp"

namespace lull::analysis {

// A PE acquires a lock at `time`, or releases it.
struct ShmemLockOperation {
  WindowId window;
  std::uint64_t lock = 0;
  ProcessId process;
  bool acquires = true;
  bool waits = true;  // false: a test
  Timestamp time;
  CallInstance call;  // until the action

  [[nodiscard]] Rendezvous matched_at() const {
    return {((std::uint64_t{window.value} + 1) * 0x9E3779B97F4A7C15ull ^ lock) *
            0xBF58476D1CE4E5B9ull};
  }
};

// A change of a PE's memory by others, or a wait of one of the PE's threads for such a change.
struct ShmemChange {
  enum class Kind : std::uint8_t {
    WaitBegins,
    WaitTells,  // reports the object that it waits for
    Changes,
    WaitEnds
  };
  Kind kind = Kind::Changes;
  bool knows_address = false;
  std::uint32_t depth = 0;  // stack depth of the waiting call
  ProcessId target;
  std::uint64_t address = 0;
  std::uint64_t extent = 0;  // number of bytes that change
  Timestamp time;
  CallInstance call;  // the waiting or changing call

  [[nodiscard]] ProcessId matched_at() const { return target; }
};

// A PE has acquired a lock that another PE held before.
struct ShmemLockHandover {
  static constexpr std::string_view kName = "ShmemLockHandover";
  WindowId window;
  std::uint64_t lock;
  ProcessId process;
  const CallInstance& call;     // until it acquired the lock
  const CallInstance& release;  // by the previous holder

  template <class Field>
  void fields(Field&& field) const {
    field("window", window);
    field("lock", lock);
    field("process", process);
    field("call", call);
    field("release", release);
  }
};

// A PE has waited until its memory was changed. As far as the trace shows, this change ended the
// wait.
struct ShmemWaiting {
  static constexpr std::string_view kName = "ShmemWaiting";
  ProcessId process;
  const CallInstance& call;
  const CallInstance& change;  // the last one to begin within the call

  template <class Field>
  void fields(Field&& field) const {
    field("process", process);
    field("call", call);
    field("change", change);
  }
};

}  // namespace lull::analysis
