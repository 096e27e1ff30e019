// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Sums up measurements of the replay over (metric, call path, location): time by class of region,
// visits, operations and bytes, idle threads. A metric includes those below it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "lull/analysis/metrics/metric_catalogue.hpp"
#include "lull/analysis/replay/process_replay.hpp"
#include "lull/analysis/replay/profile/profile_metrics.hpp"
#include "lull/analysis/results/tables/cell_table.hpp"
#include "lull/analysis/results/tables/global_call_tree.hpp"

namespace lull::analysis {

class ProfileSums {
 public:
  // Adds to `cells`. All arguments must outlive this object.
  ProfileSums(const ReplayContext& context, const MetricCatalogue& catalogue, GlobalCallTree& tree,
              CellTable& cells);

  void add(const ProcessReplay& process);
  // Adds what the process measured before the focus began at `from`.
  void add_before(const ProcessReplay& process, Timestamp from);
  // Adds what lies after the end of the focus.
  void add_after(const ProcessReplay& process, Timestamp to);
  // A pattern may find waiting of one class in a call of another class, for example waiting in a
  // collective operation in a call that receives messages: that time is moved from one class to the
  // other. Team management is not a class of regions.
  void move_time(const Severity& severity, GlobalPathId path);

 private:
  // Times on a call path.
  struct Times {
    Duration all;
    Duration overhead;    // part of `all`
    Duration management;  // part of `all`
  };
  // The master's data by call path, and the threads that idle meanwhile.
  struct Master {
    const LocationReplay& location;
    std::vector<Duration> times;
    const IdleThreads* idle;  // null: no thread works or is in a region
  };
  void add_path(const LocationReplay& location, LocalPathId path);
  void add_time_of(const LocationReplay& location, LocalPathId path, const Times& times);
  void add_counts(const LocationReplay& location);
  void add_idle_threads(const ProcessReplay& process, Duration wall, const Master* master);
  void add_idle_worker(const Master& master, const LocationReplay& worker, Duration& left);
  void add_time(ProfileMetric metric, LocationId location, LocalPathId path, Duration time);
  void add_time(ProfileMetric metric, LocationId location, GlobalPathId path, Duration time);
  void add(MetricIndex metric, LocationId location, LocalPathId path, std::int64_t value);
  void add_to_tree(MetricIndex metric, LocationId location, GlobalPathId path, std::int64_t value);
  [[nodiscard]] bool is_part_of(MetricIndex metric, MetricIndex whole) const;

  const ReplayContext& context_;
  const MetricCatalogue& catalogue_;
  GlobalCallTree& tree_;
  CellTable& cells_;
  MetricIndex visits_, limited_;
  std::vector<bool> is_time_;  // indexed by metric
  std::array<MetricIndex, static_cast<std::size_t>(ProfileMetric::Count)> profile_;
  std::array<MetricIndex, kCountMetrics> counts_;
  std::vector<Duration> accounted_;  // indexed by location, until now
};

}  // namespace lull::analysis
