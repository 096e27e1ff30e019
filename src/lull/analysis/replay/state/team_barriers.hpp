// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The barriers of one team of threads. The k-th barriers of all members belong together; a barrier
// is over when every thread in the team has left it, and is handed on when time has moved on. The
// number of threads in a team is known only from its members, which may begin one after another:
// one that begins after a barrier was over counts from there. Amortised constant time per call,
// except that a member that begins or ends while barriers are pending takes time linear in their
// number. Memory is bounded: a member that reaches none of kPatience barriers is no longer awaited.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "lull/analysis/events/thread_operations.hpp"
#include "lull/analysis/replay/state/busy_time.hpp"

namespace lull::analysis {

class TeamBarriers {
 public:
  static constexpr std::size_t kPatience = 4096;
  using Number = std::uint64_t;

  // Returns the number of the first barrier of a thread that joins the team.
  Number begin_member() {
    ++members_;
    for (Pending& pending : pending_) ++pending.missing;
    return first_;
  }
  // A member reaches barrier `number`, after the one before.
  void enter(Number number, Timestamp time) {
    if (number == first_ + pending_.size()) pending_.push_back({{}, members_, {}, {}, {}});
    if (number >= first_) {
      Timestamp& last = pending_[number - first_].last_enter;
      last = std::max(last, time);
    }
  }
  // Returns the latest time at which a member reached it.
  [[nodiscard]] Timestamp last_enter(Number number) const {
    return number < first_ ? Timestamp{} : pending_[number - first_].last_enter;
  }
  // A member leaves it. Returns false if the barrier has been handed on without it.
  [[nodiscard]] bool leave(Number number, const ThreadBarrierMember& member,
                           std::unique_ptr<BusyTime> busy) {
    if (number < first_) return false;
    Pending& pending = pending_[number - first_];
    if (busy != nullptr) pending.busy.emplace_back(pending.members.size(), std::move(busy));
    pending.members.push_back(member);
    pending.over = std::max(pending.over, member.call.leave);
    --pending.missing;
    return true;
  }
  // A member reaches no more barriers; `next` would have been its next one.
  void end_member(Number next, Timestamp time) {
    --members_;
    for (Number number = std::max(next, first_); number < first_ + pending_.size(); ++number) {
      Pending& pending = pending_[number - first_];
      --pending.missing;
      pending.over = std::max(pending.over, time);
    }
  }

  // Calls hand_on(its members) for each that was over before `now`, and give_up() before each
  // incomplete one.
  template <class HandOn, class GiveUp>
  void hand_on_before(Timestamp now, HandOn hand_on, GiveUp give_up) {
    while (!pending_.empty()) {
      Pending& front = pending_.front();
      if (front.missing > 0 && pending_.size() > kPatience)
        give_up();
      else if (front.missing > 0 || front.over >= now)
        return;
      for (const auto& [place, busy] : front.busy)
        front.members[place].busy_late = busy->after(front.last_enter);
      if (!front.members.empty()) hand_on(std::span(front.members));
      pending_.pop_front();
      ++first_;
    }
  }
  // Returns whether the first pending barrier waits for no member.
  [[nodiscard]] bool is_over() const { return !pending_.empty() && pending_.front().missing == 0; }

 private:
  struct Pending {
    std::vector<ThreadBarrierMember> members;
    std::uint32_t missing = 0;  // members that may still leave it
    Timestamp over;             // when the last member left it or the team
    Timestamp last_enter;
    std::vector<std::pair<std::size_t, std::unique_ptr<BusyTime>>>
        busy;  // by place among members, if any
  };

  std::deque<Pending> pending_;
  Number first_ = 0;  // the first number in pending_
  std::uint32_t members_ = 0;
};

}  // namespace lull::analysis
