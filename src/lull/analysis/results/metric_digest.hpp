// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What a verdict needs of a report's values, taken metric by metric: the values themselves may be
// forgotten then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lull/report/model/report.hpp"

namespace lull::analysis {

struct MetricDigest {
  using Part = std::pair<std::uint32_t, double>;  // id, value

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
};

class MetricDigests {
 public:
  MetricDigests() = default;
  // Of all metrics.
  explicit MetricDigests(const report::Report& report);

  void add(const report::Report& report, report::MetricId metric);
  // By the metric's unique name; empty for one that was not added.
  [[nodiscard]] const MetricDigest& operator[](std::string_view metric) const;

 private:
  std::unordered_map<std::string, MetricDigest> digests_;
};

}  // namespace lull::analysis
