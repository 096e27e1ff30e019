// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Passive target epochs: who held a lock that conflicts with one's own. No trace tells when a lock
// was granted, and it may be granted as late as in the call that gives it up: epochs on a target
// have the order in which they end, and hold the lock until their unlocking call begins.
#pragma once

#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lull/analysis/matching/matcher.hpp"
#include "lull/analysis/window_events.hpp"

namespace lull::analysis {

// Of one window.
class LockEpochs {
 public:
  explicit LockEpochs(WindowId window) : window_(window) {}

  // Lock, unlock, flush, in the order of their process.
  void take(const WindowOperation& operation);
  // Whether the process has a lock on the target, or on all; the epoch gets the transfer then.
  bool add_transfer(const WindowOperation& transfer);
  // Every operation that ended before then has been taken.
  void settle(Timestamp until, Bus& bus);
  void finish(Bus& bus);
  // Epochs that nothing ended, or began.
  [[nodiscard]] std::uint64_t incomplete() const { return incomplete_; }

 private:
  struct Call {
    CallInstance call;
    ProcessId target;  // undefined: all
    bool transfers = false;
  };
  static constexpr std::size_t kCommonCalls = 4;
  struct Epoch {
    ProcessId process;
    ProcessId target;
    bool shared = false;
    std::vector<Call> calls;  // in order; the last one unlocks
  };
  // The unlocking calls that begin last.
  struct Holders {
    CallInstance any;
    CallInstance exclusive;
  };

  static void note(CallInstance& latest, const CallInstance& unlock);
  [[nodiscard]] const CallInstance* holder_before(const Epoch& epoch, ProcessId target) const;
  void publish(const Epoch& epoch, const Call& call, Bus& bus);
  void end(const Epoch& epoch, Bus& bus);

  WindowId window_;
  std::map<std::pair<ProcessId, ProcessId>, Epoch> open_;  // by process and target
  // That are over, by when they were: time and process.
  std::multimap<std::pair<Timestamp, ProcessId>, Epoch> over_;
  std::unordered_map<ProcessId, Holders> holders_;  // by target
  CallInstance of_all_;                             // shared, of all targets
  // How long calls waited that are part of several epochs, as far as these are over.
  std::map<std::pair<LocationId, Timestamp>, Duration> waited_;
  std::uint64_t incomplete_ = 0;
};

}  // namespace lull::analysis
