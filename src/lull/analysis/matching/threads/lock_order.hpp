// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The order in which passive epochs held their locks. Traces do not record when a lock was granted,
// which may be as late as in the unlocking call, so epochs on a target are ordered by their ends.
// But an unlocking call may return after the next holder has already finished: an epoch that
// requested its lock before another comes before it although it ends later, if this explains more
// waiting than the assumed delay of the unlocking call's return.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <memory_resource>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lull/analysis/events/window_events.hpp"
#include "lull/analysis/matching/few_processes.hpp"

namespace lull::analysis {

// A call within one epoch, or within several if it flushes all.
struct LockCall {
  CallInstance call;
  Timestamp ended;  // later than its own end if other calls lie within it
  ProcessId process;
  bool transfers = false;
  bool local = false;               // does not wait for a target
  std::uint32_t epochs = 0;         // number of its epochs that are not over
  bool charged = false;             // at least one epoch is charged
  FewProcesses locked;              // targets whose holders matter; empty: all
  FewProcesses targets;             // targets that it may wait for
  std::vector<OutsideMpi> outside;  // periods of the targets that ended within the call
  // The unlocking call of the last holder of a conflicting lock whose release lies within the call.
  CallInstance holder;
};

struct LockEpoch {
  explicit LockEpoch(std::pmr::memory_resource* memory) : calls(memory) {}

  ProcessId process;
  ProcessId target;  // undefined: all
  bool shared = false;
  bool unchecked = false;
  std::uint64_t number = 0;  // index among the window's epochs
  Timestamp requested;
  Timestamp last_enter, last_leave;  // the latest of its calls until now
  // Ordered by their ends; the last one unlocks.
  std::pmr::vector<std::shared_ptr<LockCall>> calls;

  [[nodiscard]] const CallInstance& unlock() const { return calls.back()->call; }
  [[nodiscard]] Timestamp ended() const { return calls.back()->ended; }
};

// Handles one window.
class LockOrder {
 public:
  using Take = std::function<void(const LockEpoch& epoch)>;

  explicit LockOrder(std::pmr::memory_resource* memory)
      : over_(memory), unlocking_(memory), open_(memory) {}

  // `epoch` must not move until it ends or is forgotten.
  void begin(const LockEpoch& epoch);
  void forget(const LockEpoch& epoch);
  void end(LockEpoch& epoch);
  // Takes, in order, the epochs that ended before `until` and that no open epoch can precede.
  void settle(Timestamp until, const Take& take);
  // Does the same, regardless of open epochs.
  void settle_all(Timestamp until, const Take& take);
  [[nodiscard]] bool empty() const { return over_.empty(); }
  // After settle(), returns the end of the first epoch, or the latest possible time if an open
  // epoch blocks it or if there is none.
  [[nodiscard]] Timestamp settles_after(Timestamp until) const {
    if (over_.empty()) return kEndOfTime;
    const Timestamp ended = std::get<Timestamp>(over_.begin()->first);
    return ended < until ? kEndOfTime : ended;
  }

 private:
  using Place = std::tuple<Timestamp, ProcessId, std::uint64_t>;  // end of the epoch
  // Epochs whose locks may conflict with others, by a time.
  struct Index {
    using Entries = std::pmr::map<std::pair<Timestamp, std::uint64_t>, const LockEpoch*>;
    explicit Index(std::pmr::memory_resource* memory) : by_target(memory), exclusive(memory) {}

    std::pmr::unordered_map<ProcessId, Entries> by_target;  // empty entries are kept
    Entries exclusive;                                      // for all targets
    bool across_targets = false;  // true if `exclusive` is maintained, for locks on all targets

    // Maintains `exclusive` from now on.
    void keep_across_targets();
    void add(Timestamp time, const LockEpoch& epoch);
    void remove(Timestamp time, const LockEpoch& epoch);
    // Visits conflicting epochs with an earlier time while `visit` returns true.
    bool each_rival(const LockEpoch& of, Timestamp before, const auto& visit) const;
  };

  [[nodiscard]] static Place place_of(const LockEpoch& epoch) {
    return {epoch.ended(), epoch.process, epoch.number};
  }
  [[nodiscard]] static Duration waits(const LockEpoch& epoch, Timestamp moment, ProcessId target);
  [[nodiscard]] static bool comes_before(const LockEpoch& later, const LockEpoch& earlier);
  [[nodiscard]] std::vector<const LockEpoch*> before(const LockEpoch& epoch) const;
  [[nodiscard]] const LockEpoch* blocker_of(const LockEpoch& epoch) const;
  [[nodiscard]] bool is_certain(const LockEpoch& front);
  void take_with_predecessors(const LockEpoch& front, const Take& take);

  std::pmr::map<Place, LockEpoch> over_;
  Index unlocking_;  // ended epochs, by the start of their last calls
  Index open_;       // by the time of the request
  // The first ended epoch that cannot be taken yet, and the epoch that blocks it.
  const LockEpoch* blocked_ = nullptr;
  const LockEpoch* blocker_ = nullptr;
  Timestamp blocked_until_;  // until one of the blocker's calls begins at or after it
};

}  // namespace lull::analysis
