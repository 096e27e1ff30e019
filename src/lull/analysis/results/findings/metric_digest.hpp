// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The values of a report that a verdict needs, collected row by row, so that the values themselves
// can be discarded. Several processes may each add some rows and the values of some locations; sums
// are then added up in the order that one process would use, so that they are bit-identical.
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
  std::size_t location_count = 0;  // with a value above zero
  std::uint32_t end_path = 0;      // one past the last call path in the total
};

class MetricDigests {
 public:
  MetricDigests() = default;
  // Digests all metrics; restricted to the focus, if given.
  explicit MetricDigests(const report::Report& report,
                         std::shared_ptr<const report::Focus> focus = nullptr);

  // Call before the first row: leaves out what lies outside the focus.
  void keep_to(std::shared_ptr<const report::Focus> focus) { focus_ = std::move(focus); }
  [[nodiscard]] bool are_of_focus() const { return focus_ != nullptr; }

  // Collective. Rows are ordered by metric and call path, even across the ranks of the processes;
  // `continues`: earlier rows of the same metric exist. `partners` may be null.
  void add_rows(std::span<const report::MetricRow> rows, bool continues, Partners* partners);
  // Adds the same values by location, ordered by metric and call path; called by the process that
  // has all values of the location.
  void add_to_location(report::MetricId metric, report::LocationId location, double value);
  // Collective; call after everything has been added.
  void merge(Partners* partners);
  // Adds a metric whose values are all in this process.
  void add(const report::Report& report, report::MetricId metric);

  // Returns an empty digest for a metric that was not added.
  [[nodiscard]] const MetricDigest& operator[](report::MetricId metric) const;

 private:
  // Running total of a metric before its next row.
  struct Running {
    report::MetricId metric;
    double total = 0;
  };
  // The values of the row within the focus.
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
