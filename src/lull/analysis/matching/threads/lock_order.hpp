// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// In which order passive epochs had their locks. No trace tells when a lock was granted, and it may
// be granted as late as in the call that gives it up: epochs on a target have the order in which
// they end. But a call that gives a lock up may return when whoever got it next is done already: an
// epoch that requested its lock before another one comes before that, though it ends later, where
// that explains more waiting than it supposes the call to have returned late.
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

// A call within epochs: one, or several if it flushes all.
struct LockCall {
  CallInstance call;
  Timestamp ended;  // later than its own end where other calls lie within it
  ProcessId process;
  bool transfers = false;
  bool local = false;               // it does not wait for a target
  std::uint32_t epochs = 0;         // that it lies in and that are not over
  bool charged = false;             // one of them is
  FewProcesses locked;              // targets whose holders matter; none: all
  FewProcesses targets;             // that it may wait for
  std::vector<OutsideMpi> outside;  // of those, what ended within the call
  // Until when the last holder of a conflicting lock held it, of those whose release falls into
  // the call.
  CallInstance holder;
};

struct LockEpoch {
  explicit LockEpoch(std::pmr::memory_resource* memory) : calls(memory) {}

  ProcessId process;
  ProcessId target;  // undefined: all
  bool shared = false;
  bool unchecked = false;
  std::uint64_t number = 0;  // among those of the window
  Timestamp requested;
  Timestamp last_enter, last_leave;  // of its calls so far, never going back
  // In the order of their ends; the last one unlocks.
  std::pmr::vector<std::shared_ptr<LockCall>> calls;

  [[nodiscard]] const CallInstance& unlock() const { return calls.back()->call; }
  [[nodiscard]] Timestamp ended() const { return calls.back()->ended; }
};

// Of one window.
class LockOrder {
 public:
  using Take = std::function<void(const LockEpoch& epoch)>;

  explicit LockOrder(std::pmr::memory_resource* memory)
      : over_(memory), unlocking_(memory), open_(memory) {}

  // It stays where it is until it ends or is forgotten.
  void begin(const LockEpoch& epoch);
  void forget(const LockEpoch& epoch);
  void end(LockEpoch& epoch);
  // In order, those that ended before `until`, as far as none that is open can come before them.
  void settle(Timestamp until, const Take& take);
  // The same, whatever is open.
  void settle_all(Timestamp until, const Take& take);
  [[nodiscard]] bool empty() const { return over_.empty(); }
  // After settle(): when the first one ended; the end of time where it is an open one that keeps
  // it, or where there is none.
  [[nodiscard]] Timestamp settles_after(Timestamp until) const {
    if (over_.empty()) return kEndOfTime;
    const Timestamp ended = std::get<Timestamp>(over_.begin()->first);
    return ended < until ? kEndOfTime : ended;
  }

 private:
  using Place = std::tuple<Timestamp, ProcessId, std::uint64_t>;  // when it ended
  // Those whose locks may conflict with others, by a time.
  struct Index {
    using Entries = std::pmr::map<std::pair<Timestamp, std::uint64_t>, const LockEpoch*>;
    explicit Index(std::pmr::memory_resource* memory) : by_target(memory), exclusive(memory) {}

    std::pmr::unordered_map<ProcessId, Entries> by_target;  // kept when there are none
    Entries exclusive;                                      // of all targets
    bool across_targets = false;  // whether those are kept: for locks on all

    // From now on.
    void keep_across_targets();
    void add(Timestamp time, const LockEpoch& epoch);
    void remove(Timestamp time, const LockEpoch& epoch);
    // Those that conflict with an epoch and whose time is before; while `visit` returns true.
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
  void take_with_those_before(const LockEpoch& front, const Take& take);

  std::pmr::map<Place, LockEpoch> over_;
  Index unlocking_;  // of those, by when their last calls began
  Index open_;       // by when they were requested
  // What keeps the first one of those that are over.
  const LockEpoch* kept_ = nullptr;
  const LockEpoch* keeper_ = nullptr;
  Timestamp kept_until_;  // a call of the keeper's that begins then
};

}  // namespace lull::analysis
