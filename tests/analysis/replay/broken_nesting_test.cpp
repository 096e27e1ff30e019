// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The engine closes regions by the common rule (open_regions.hpp).
#include "support/broken_nesting.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "support/engine_values.hpp"

namespace lull::analysis {
namespace {

using support::FollowedLocation;

std::string name_of(const Definitions& definitions, const std::vector<RegionId>& path) {
  std::string name;
  for (const RegionId region : path)
    name += (name.empty() ? "" : "/") + definitions.regions[region.index()].name;
  return name;
}

class BrokenNesting : public testing::TestWithParam<std::uint64_t> {
 protected:
  // Time between two events belongs to the innermost open region; the time after the last one lasts
  // until the end of the process.
  void SetUp() override {
    trace_ =
        support::broken_trace(GetParam(), {.teams = false, .programs = false, .undefined = false});
    Timestamp end;
    for (const auto& events : trace_->events) end = std::max(end, events.back().time);
    for (std::size_t i = 0; i < trace_->events.size(); ++i) {
      const LocationId location(i);
      const auto& events = trace_->events[i];
      const FollowedLocation followed = support::follow(*trace_, location);
      for (std::size_t n = 0; n < events.size(); ++n) {
        const Timestamp next = n + 1 < events.size() ? events[n + 1].time : end;
        const std::string path = name_of(trace_->definitions(), followed.events[n].behind);
        if (!path.empty() && next > events[n].time)
          wanted_["time"][{path, location}] += (next - events[n].time).ticks;
      }
      for (const support::FollowedCall& call : followed.calls)
        ++wanted_["visits"][{name_of(trace_->definitions(), call.path), location}];
    }
  }
  std::unique_ptr<MemoryTrace> trace_;
  support::Values wanted_;
};

TEST_P(BrokenNesting, GivesCallPathsTheirTimeAndVisits) {
  // Parameters, which create separate call paths, do not matter here.
  for (auto& events : trace_->events)
    for (Event& event : events)
      if (std::holds_alternative<ParameterUnsigned>(event.body)) event.body = MpiCollectiveBegin{};
  support::Values found = support::values_of(support::analyse_by_engine(*trace_),
                                             trace_->definitions().clock.ticks_per_second);
  EXPECT_EQ(found["visits"], wanted_["visits"]);
  EXPECT_EQ(found["time"], wanted_["time"]);
}

INSTANTIATE_TEST_SUITE_P(Seeds, BrokenNesting, testing::Range<std::uint64_t>(1, 31));

}  // namespace
}  // namespace lull::analysis
