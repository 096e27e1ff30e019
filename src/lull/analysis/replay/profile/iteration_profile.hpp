// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Profile of each location by iterations of the main loop: time by kind of activity, visits,
// operations and bytes, over all call paths. If a call spans a border, its time is accounted for at
// the next event: waiting time of a thread belongs to the iteration in which it continues.
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

  // Adds a follower of this object to `followers`.
  [[nodiscard]] FollowerFactory with(FollowerFactory followers);
  // Call after the last event: adds what was spent since the last border.
  void finish();
  // Sums over all call paths; each metric includes those below it.
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
    std::size_t next = 0;    // the next border to take
    std::size_t passed = 0;  // the first border after the last event; beyond `next` if crossed
    bool entered = false;    // true if the event that crossed the border entered a region
    Sums before;             // up to the last border
    std::vector<Sums> iterations;
  };
  class Follower;

  void see(LocationId location, const Event& event);
  // Adds everything accounted for until now to the iteration that ends.
  void take(Location& location) const;

  [[nodiscard]] Sums sums_of(const LocalCallTree& tree) const;

  const ReplayContext& context_;
  const IterationBorders& borders_;
  std::vector<Location> locations_;
};

}  // namespace lull::analysis
