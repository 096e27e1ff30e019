// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Members of a team, and of a barrier of a team, are posted together: nothing waits.
#include <algorithm>
#include <cassert>

#include "lull/analysis/matching/matcher.hpp"

namespace lull::analysis {
namespace {

class ParallelRegionMatcher final : public Matcher {
 public:
  explicit ParallelRegionMatcher(Bus& bus) : bus_(bus) {}

  [[nodiscard]] OperationTypes takes() const override {
    return types_of<ParallelRegionMember, ThreadBarrierMember>();
  }
  [[nodiscard]] std::vector<const EventType*> publishes() const override {
    return {event_type<ParallelRegion>(), event_type<ThreadBarrier>()};
  }
  void take(Mails mails) override {
    for (const Mail* const mail : mails) {
      for_each_group<ParallelRegionMember>(*mail, [this](auto members) {
        bus_.publish(ParallelRegion{members.front().fork, members});
      });
      for_each_group<ThreadBarrierMember>(*mail, [this](auto members) {
        bus_.publish(ThreadBarrier{last_to_come(members), members});
      });
    }
  }
  void add_to(MatchingNotes&) const override {}

 private:
  // use(members) for those that were posted together.
  template <class Member, class Use>
  static void for_each_group(const Mail& mail, Use use) {
    const auto& members = mail.of<Member>();
    for (const Member* at = members.begin(); at != members.end(); at += at->members) {
      assert(at->members > 0 && at->members <= members.end() - at);
      use(std::span<const Member>(at, at->members));
    }
  }
  static const ThreadBarrierMember& last_to_come(std::span<const ThreadBarrierMember> members) {
    return *std::ranges::max_element(members, [](const auto& a, const auto& b) {
      return a.call.enter != b.call.enter ? a.call.enter < b.call.enter
                                          : b.call.location < a.call.location;
    });
  }

  Bus& bus_;
};

}  // namespace

std::unique_ptr<Matcher> match_parallel_regions(const MatcherPlace& place) {
  return std::make_unique<ParallelRegionMatcher>(place.bus);
}

}  // namespace lull::analysis
