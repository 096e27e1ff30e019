// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Passive target epochs: who held a lock that conflicts with one's own, until its unlocking call
// began, and which targets were outside of MPI meanwhile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <memory_resource>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lull/analysis/events/window_events.hpp"
#include "lull/analysis/matching/matcher.hpp"
#include "lull/analysis/matching/threads/lock_order.hpp"

namespace lull::analysis {

// Of one window.
class LockEpochs {
 public:
  // What comes and goes with calls is kept in `memory`, which outlives this.
  LockEpochs(WindowId window, std::pmr::memory_resource* memory)
      : window_(window), memory_(memory), open_(memory), order_(memory), under_way_(memory) {}

  // Lock, unlock, flush, in the order of their process.
  void take(const WindowOperation& operation);
  // Whether the process has a lock on the target, or on all; the epoch gets the transfer then.
  bool add_transfer(const WindowOperation& transfer);
  // A call that waits for a transfer, which has a request.
  void add_completion(const WindowOperation& completion);
  // Those of one process in order.
  void take(const OutsideMpi& outside) { outside_[outside.process].all.push_back(outside); }
  // Every operation that ended before then has been taken.
  void settle(Timestamp until, Bus& bus);
  // After that, if nothing else is taken: what it has to get past to settle more.
  [[nodiscard]] Timestamp settles_after(Timestamp until) const;
  // Calls of long ago in epochs that go on are known as far as they will be: whom they waited for
  // to give up a lock is not asked any more.
  void checkpoint(const Checkpoint& checkpoint, Bus& bus);
  void finish(Bus& bus);
  // Epochs that nothing ended, or began.
  [[nodiscard]] std::uint64_t incomplete() const { return incomplete_; }
  // Nothing is open, and everything settled.
  [[nodiscard]] bool idle() const { return open_.empty() && order_.empty() && unsettled_.empty(); }

 private:
  using Call = LockCall;
  using CallPointer = std::shared_ptr<Call>;  // by the epochs that it lies in
  using Epoch = LockEpoch;
  // The unlocking calls that begin last.
  struct Holders {
    CallInstance any;
    CallInstance exclusive;
  };

  // Of one process, in order.
  struct Outside {
    std::deque<OutsideMpi> all;
    std::size_t place = 0;  // that was asked for last

    // The first that ended after a moment.
    [[nodiscard]] std::size_t first_after(Timestamp moment);
  };

  Epoch* epoch_of(const WindowOperation& operation);
  static void add(Epoch& epoch, const CallPointer& call);
  CallPointer make_call(const WindowOperation& operation);
  void note_completion(const WindowOperation& operation);
  static void note(CallInstance& latest, const CallInstance& unlock);
  [[nodiscard]] CallInstance holder_before(const Epoch& epoch, ProcessId target) const;
  void find_holder(const Epoch& epoch, Call& call) const;
  void find_outside(Call& call);
  void settle_calls(Timestamp until);
  void publish(const Call& call, Bus& bus) const;
  void publish_progress(const Call& call, Bus& bus) const;
  void end(const Epoch& epoch, Bus& bus);
  void leave_epoch(Call& call, Bus& bus) const;

  static constexpr std::size_t kKept = 1024;  // of each process, whatever their age

  WindowId window_;
  std::pmr::memory_resource* memory_;
  std::pmr::map<std::pair<ProcessId, ProcessId>, Epoch> open_;  // by process and target
  LockOrder order_;                                             // of those that are over
  std::uint64_t epochs_ = 0;
  std::unordered_map<ProcessId, Holders> holders_;  // by target
  CallInstance of_all_;                             // shared, of all targets
  // To which targets a process has transfers that are not complete there.
  std::pmr::map<ProcessId, std::pmr::set<ProcessId>> under_way_;
  std::unordered_map<ProcessId, Outside> outside_;
  std::map<ProcessId, CallPointer> completing_;  // the last one of each
  std::vector<CallPointer> unsettled_;
  std::uint64_t incomplete_ = 0;
};

}  // namespace lull::analysis
