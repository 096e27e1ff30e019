// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// OpenSHMEM: what PEs do with locks and with each other's memory, posted as it happens, and the
// compound events that these make. Whoever ended a wait is in the event.
#pragma once

#include <cstdint>
#include <string_view>

#include "lull/analysis/events/compound_event.hpp"
#include "lull/analysis/events/operations.hpp"

namespace lull::analysis {

// A PE has a lock from `time` on, or has given it up.
struct ShmemLockOperation {
  WindowId window;
  std::uint64_t lock = 0;
  ProcessId process;
  bool acquires = true;
  bool waits = true;  // false: it tested
  Timestamp time;
  CallInstance call;  // until then

  [[nodiscard]] Rendezvous matched_at() const {
    return {((std::uint64_t{window.value} + 1) * 0x9E3779B97F4A7C15ull ^ lock) *
            0xBF58476D1CE4E5B9ull};
  }
};

// What happens to the memory of a PE: others change it, and its threads wait for that.
struct ShmemChange {
  enum class Kind : std::uint8_t {
    WaitBegins,
    WaitTells,  // which object it waits for
    Changes,
    WaitEnds
  };
  Kind kind = Kind::Changes;
  bool knows_address = false;
  std::uint32_t depth = 0;  // of the wait's call
  ProcessId target;
  std::uint64_t address = 0;
  std::uint64_t extent = 0;  // bytes from there that change
  Timestamp time;
  CallInstance call;  // that waits, or that changes

  [[nodiscard]] ProcessId matched_at() const { return target; }
};

// A PE has acquired a lock that another one had before.
struct ShmemLockHandover {
  static constexpr std::string_view kName = "ShmemLockHandover";
  WindowId window;
  std::uint64_t lock;
  ProcessId process;
  const CallInstance& call;     // until it had the lock
  const CallInstance& release;  // by the holder before

  template <class Field>
  void fields(Field&& field) const {
    field("window", window);
    field("lock", lock);
    field("process", process);
    field("call", call);
    field("release", release);
  }
};

// A PE has waited until its memory was changed: by this, as far as can be told.
struct ShmemWaiting {
  static constexpr std::string_view kName = "ShmemWaiting";
  ProcessId process;
  const CallInstance& call;
  const CallInstance& change;  // the last one within the call to begin

  template <class Field>
  void fields(Field&& field) const {
    field("process", process);
    field("call", call);
    field("change", change);
  }
};

}  // namespace lull::analysis
