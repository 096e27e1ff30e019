// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Passive target epochs: who held a lock that conflicts with one's own, and which targets were
// outside of MPI meanwhile. No trace tells when a lock was granted, and it may be granted as late
// as in the call that gives it up: epochs on a target have the order in which they end, and hold
// the lock until their unlocking call begins.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <set>
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
  // A call that waits for a transfer, which has a request.
  void add_completion(const WindowOperation& completion);
  // Those of one process in order.
  void take(const OutsideMpi& outside) { outside_[outside.process].push_back(outside); }
  // Every operation that ended before then has been taken.
  void settle(Timestamp until, Bus& bus);
  // Calls of long ago in epochs that go on are known as far as they will be: whom they waited for
  // to give up a lock is not asked any more.
  void checkpoint(const Checkpoint& checkpoint, Bus& bus);
  void finish(Bus& bus);
  // Epochs that nothing ended, or began.
  [[nodiscard]] std::uint64_t incomplete() const { return incomplete_; }

 private:
  // A call within epochs: one, or several if it flushes all.
  struct Call {
    CallInstance call;
    ProcessId process;
    bool transfers = false;
    bool local = false;               // it does not wait for a target
    std::uint32_t epochs = 0;         // that it lies in and that are not over
    bool charged = false;             // one of them is
    std::vector<ProcessId> locked;    // targets whose holders matter; none: all
    std::vector<ProcessId> targets;   // that it may wait for
    std::vector<OutsideMpi> outside;  // of those, what ended within the call
    // Until when the last holder of a conflicting lock held it, of those whose release falls into
    // the call.
    CallInstance holder;
  };
  using CallPointer = std::shared_ptr<Call>;  // by the epochs that it lies in
  struct Epoch {
    ProcessId process;
    ProcessId target;
    bool shared = false;
    std::deque<CallPointer> calls;  // in order; the last one unlocks
  };
  // The unlocking calls that begin last.
  struct Holders {
    CallInstance any;
    CallInstance exclusive;
  };

  Epoch* epoch_of(const WindowOperation& operation);
  static void add(Epoch& epoch, const CallPointer& call);
  CallPointer make_call(const WindowOperation& operation);
  void note_completion(const WindowOperation& operation);
  static void note(CallInstance& latest, const CallInstance& unlock);
  [[nodiscard]] const CallInstance* holder_before(const Epoch& epoch, ProcessId target) const;
  void find_holder(const Epoch& epoch, Call& call) const;
  void find_outside(Call& call) const;
  void settle_calls(Timestamp until);
  void publish(const Call& call, Bus& bus) const;
  void publish_progress(const Call& call, Bus& bus) const;
  void end(const Epoch& epoch, Bus& bus);
  void leave_epoch(Call& call, Bus& bus) const;

  static constexpr std::size_t kKept = 1024;  // of each process, whatever their age

  WindowId window_;
  std::map<std::pair<ProcessId, ProcessId>, Epoch> open_;  // by process and target
  // That are over, by when they were: time and process.
  std::multimap<std::pair<Timestamp, ProcessId>, Epoch> over_;
  std::unordered_map<ProcessId, Holders> holders_;  // by target
  CallInstance of_all_;                             // shared, of all targets
  // To which targets a process has transfers that are not complete there.
  std::map<ProcessId, std::set<ProcessId>> under_way_;
  std::unordered_map<ProcessId, std::deque<OutsideMpi>> outside_;
  std::map<ProcessId, CallPointer> completing_;  // the last one of each
  std::vector<CallPointer> unsettled_;
  std::uint64_t incomplete_ = 0;
};

}  // namespace lull::analysis
