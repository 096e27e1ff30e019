// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Members of a team are posted together: nothing waits.
#include "lull/analysis/matching/matcher.hpp"

namespace lull::analysis {
namespace {

class ParallelRegionMatcher final : public Matcher {
 public:
  explicit ParallelRegionMatcher(Bus& bus) : bus_(bus) {}

  [[nodiscard]] OperationTypes takes() const override { return types_of<ParallelRegionMember>(); }
  [[nodiscard]] std::vector<const EventType*> publishes() const override {
    return {event_type<ParallelRegion>()};
  }
  void take(Mails mails) override {
    for (const Mail* const mail : mails) {
      const auto& members = mail->of<ParallelRegionMember>();
      for (const ParallelRegionMember* at = members.begin(); at != members.end();
           at += at->members) {
        assert(at->members > 0 && at->members <= members.end() - at);
        bus_.publish(ParallelRegion{at->fork, {at, at->members}});
      }
    }
  }
  void add_to(MatchingNotes&) const override {}

 private:
  Bus& bus_;
};

}  // namespace

std::unique_ptr<Matcher> match_parallel_regions(const MatcherPlace& place) {
  return std::make_unique<ParallelRegionMatcher>(place.bus);
}

}  // namespace lull::analysis
