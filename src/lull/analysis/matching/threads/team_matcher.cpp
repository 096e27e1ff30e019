// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Parallel regions, team barriers, and waits of single threads. The members of a team are posted
// together, as the replaying process knows when they are complete: nothing is stored here.
#include <algorithm>
#include <tuple>

#include "lull/analysis/distribution/operation_groups.hpp"
#include "lull/analysis/matching/matcher.hpp"

namespace lull::analysis {
namespace {

class TeamMatcher final : public Matcher {
 public:
  explicit TeamMatcher(Bus& bus) : bus_(bus) {}

  [[nodiscard]] OperationTypes takes() const override {
    return types_of<ParallelRegionMember, ThreadBarrierMember, TaskWait, OrderedCall>();
  }
  [[nodiscard]] std::vector<const EventType*> publishes() const override {
    return {event_type<ParallelRegion>(), event_type<ThreadBarrier>(), event_type<TaskWaiting>(),
            event_type<OrderedWaiting>()};
  }
  void take(Mails mails) override {
    for_each_team<ParallelRegionMember>(mails, [this](auto members) {
      bus_.publish(ParallelRegion{members.front().fork, members});
    });
    for_each_team<ThreadBarrierMember>(mails, [this](auto members) {
      const auto comes_earlier = [](const auto& a, const auto& b) {
        return std::tuple(a.call.enter, b.call.location) <
               std::tuple(b.call.enter, a.call.location);
      };
      bus_.publish(ThreadBarrier{members, *std::ranges::max_element(members, comes_earlier)});
    });
    for_each_operation<TaskWait>(mails, [this](const TaskWait& wait) {
      bus_.publish(TaskWaiting{wait.process, wait.call, wait.since, wait.idle, wait.cause});
    });
    for_each_operation<OrderedCall>(mails, [this](const OrderedCall& ordered) {
      bus_.publish(OrderedWaiting{ordered.process, ordered.call, ordered.previous});
    });
  }
  void add_to(MatchingNotes&) const override {}

 private:
  template <class Member, class Use>
  static void for_each_team(Mails mails, Use use) {
    for (const Mail* const mail : mails) for_each_group(mail->of<Member>(), use);
  }

  Bus& bus_;
};

}  // namespace

std::unique_ptr<Matcher> match_teams(const MatcherPlace& place) {
  return std::make_unique<TeamMatcher>(place.bus);
}

}  // namespace lull::analysis
