// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What a verdict needs of a report's values, taken row by row: the values themselves may be
// forgotten then. Several processes may each take some rows, and the values of some locations; sums
// are then added up in the order in which one process would, so that they are the same to the last
// bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lull/analysis/distribution/partners.hpp"
#include "lull/report/cubex/row_compressor.hpp"
#include "lull/report/model/report.hpp"
#include "lull/report/run/focus.hpp"

namespace lull::analysis {

struct MetricDigest {
  struct Part {
    std::uint32_t id = 0;
    double value = 0;
  };
  double total = 0;
  std::vector<Part> call_paths;  // the worst few first
  std::vector<Part> locations;   // the worst few first
  struct Place {
    std::uint32_t call_path = 0;
    std::uint32_t location = 0;
    double value = 0;
  };
  std::vector<Place> places;  // the worst few first
  std::size_t place_count = 0;
  std::size_t location_count = 0;  // that have any
  std::uint32_t end_path = 0;      // behind the last one that is in the total
};

class MetricDigests {
 public:
  MetricDigests() = default;
  // Of all metrics; within the focus, where one is given.
  explicit MetricDigests(const report::Report& report,
                         std::shared_ptr<const report::Focus> focus = nullptr);

  // Before the first row: what lies outside of it is left out.
  void keep_to(std::shared_ptr<const report::Focus> focus) { focus_ = std::move(focus); }
  [[nodiscard]] bool are_of_focus() const { return focus_ != nullptr; }

  // Collective: rows in the order of metrics and call paths, over the ranks of processes, too;
  // `goes_on`: there are rows before these of the same metric. `partners` may be null.
  void add_rows(std::span<const report::MetricRow> rows, bool goes_on, Partners* partners);
  // The same values, by whoever has all of that location: in the order of metrics and call paths.
  void add_to_location(report::MetricId metric, report::LocationId location, double value);
  // Collective, when all was added.
  void merge(Partners* partners);
  // A metric that one process has all of.
  void add(const report::Report& report, report::MetricId metric);

  // Empty for one that was not added.
  [[nodiscard]] const MetricDigest& operator[](report::MetricId metric) const;

 private:
  // What is added up of a metric before its next row.
  struct Running {
    report::MetricId metric;
    double total = 0;
  };
  // The row's values that count.
  [[nodiscard]] const report::Row& values_of(const report::MetricRow& row, report::Row& room) const;
  void leave_out_locations();
  void add_places(const report::MetricRow& row);
  void add_totals(std::span<const report::MetricRow> rows);
  void end_locations();
  MetricDigest& of(report::MetricId metric);

  std::shared_ptr<const report::Focus> focus_;
  std::vector<MetricDigest> digests_;  // by metric
  Running running_;
  report::MetricId metric_of_locations_;
  std::vector<double> by_location_;
  bool ring_in_use_ = false;
};

}  // namespace lull::analysis
