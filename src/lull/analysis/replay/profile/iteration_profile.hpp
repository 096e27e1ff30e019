// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The profile of each location by iterations of the main loop: time by kind of activity, visits,
// operations and bytes, over all call paths. Where a call reaches over a border, the engine has
// accounted for it by the next event: time of a thread that waits there belongs to the iteration in
// which it goes on.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "lull/analysis/charging/iteration_severities.hpp"
#include "lull/analysis/replay/state/follower.hpp"

namespace lull::analysis {

class MetricCatalogue;

class IterationProfile {
 public:
  IterationProfile(const ReplayContext& context, const IterationBorders& borders);

  // Lull's followers, and one of this.
  [[nodiscard]] FollowerFactory with(FollowerFactory followers);
  // After the last event: what was spent since the last border.
  void finish();
  // Sums over all call paths, metrics with those below them.
  [[nodiscard]] std::vector<IterationSeverity> severities(const MetricCatalogue& catalogue) const;

 private:
  static constexpr std::size_t kMetrics = static_cast<std::size_t>(ProfileMetric::Count);
  struct Sums {
    std::array<std::int64_t, kMetrics> time{};
    std::int64_t visits = 0;
    std::array<std::int64_t, kCountMetrics> counts{};
  };
  struct Location {
    const LocalCallTree* tree = nullptr;
    std::size_t next = 0;  // border that is not taken
    std::size_t behind =
        0;                 // the one behind the last event: more than that where it has crossed one
    bool entered = false;  // a region, by the event that has crossed it
    Sums before;           // up to the last border
    std::vector<Sums> iterations;
  };
  class Follower;

  void see(LocationId location, const Event& event);
  // Everything accounted for so far belongs to the iteration that ends.
  void take(Location& location) const;

  [[nodiscard]] Sums sums_of(const LocalCallTree& tree) const;

  const ReplayContext& context_;
  const IterationBorders& borders_;
  std::vector<Location> locations_;
};

}  // namespace lull::analysis
