// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Passive target epochs: which process held a conflicting lock until its unlocking call began, and
// which targets were outside MPI in the meantime.
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

// Handles one window.
class LockEpochs {
 public:
  // Data of calls is allocated from `memory`, which outlives this object.
  LockEpochs(WindowId window, std::pmr::memory_resource* memory)
      : window_(window), memory_(memory), open_(memory), order_(memory), under_way_(memory) {}

  // Takes lock, unlock and flush in the order of their process.
  void take(const WindowOperation& operation);
  // Returns whether the process has a lock on the target or on all; if so, adds the transfer to the
  // epoch.
  bool add_transfer(const WindowOperation& transfer);
  // A call that waits for a transfer with a request.
  void add_completion(const WindowOperation& completion);
  // Calls for one process come in order.
  void take(const OutsideMpi& outside) { outside_[outside.process].all.push_back(outside); }
  // Call when every operation that ended before `until` has been taken.
  void settle(Timestamp until, Bus& bus);
  // After settle(), returns the time that must be reached to settle more if nothing else is taken.
  [[nodiscard]] Timestamp settles_after(Timestamp until) const;
  // Settles old calls in epochs that continue, with the lock holders known at this time.
  void checkpoint(const Checkpoint& checkpoint, Bus& bus);
  void finish(Bus& bus);
  // Returns how many epochs lack their end or their start.
  [[nodiscard]] std::uint64_t incomplete() const { return incomplete_; }
  // Returns whether nothing is open and everything is settled.
  [[nodiscard]] bool idle() const { return open_.empty() && order_.empty() && unsettled_.empty(); }

 private:
  using Call = LockCall;
  using CallPointer = std::shared_ptr<Call>;  // shared by its epochs
  using Epoch = LockEpoch;
  // The unlocking calls that begin last.
  struct Holders {
    CallInstance any;
    CallInstance exclusive;
  };

  // Periods of one process outside MPI, in order.
  struct Outside {
    std::deque<OutsideMpi> all;
    std::size_t place = 0;  // place found by the last lookup

    // Returns the index of the first that ended after a moment.
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

  static constexpr std::size_t kKept = 1024;  // for each process, regardless of age

  WindowId window_;
  std::pmr::memory_resource* memory_;
  std::pmr::map<std::pair<ProcessId, ProcessId>, Epoch> open_;  // by process and target
  LockOrder order_;                                             // ended epochs
  std::uint64_t epochs_ = 0;
  std::unordered_map<ProcessId, Holders> holders_;  // by target
  CallInstance of_all_;                             // last unlock of a shared lock on all targets
  // Targets to which a process has transfers that are not complete there.
  std::pmr::map<ProcessId, std::pmr::set<ProcessId>> under_way_;
  std::unordered_map<ProcessId, Outside> outside_;
  std::map<ProcessId, CallPointer> completing_;  // each process's last completing call
  std::vector<CallPointer> unsettled_;
  std::uint64_t incomplete_ = 0;
};

}  // namespace lull::analysis
