// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Metrics, parameters and grids that a process recorded in its journal.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace lull::recorder {

struct RecordedMetricMember {
  std::string name;
  std::string description;
  std::uint8_t type = 0;
  std::uint8_t mode = 0;
  std::uint8_t value = 0;
  std::string unit;
  std::int64_t exponent = 0;
  friend auto operator<=>(const RecordedMetricMember&, const RecordedMetricMember&) = default;
};

struct RecordedMetric {
  std::vector<RecordedMetricMember> members;
  std::uint8_t occurrence = 0;
  friend auto operator<=>(const RecordedMetric&, const RecordedMetric&) = default;
};

struct RecordedGrid {
  std::string name;
  std::vector<std::uint32_t> sizes;
  std::vector<bool> periodic;
};

struct RecordedPlace {
  std::string grid;
  std::uint32_t thread = 0;
  std::vector<std::uint32_t> coordinates;
};

struct RecordedMeasures {
  std::vector<RecordedMetric> metrics;  // indexed by the process's own numbers, like parameters
  std::vector<std::string> parameters;
  std::vector<RecordedGrid> grids;
  std::vector<RecordedPlace> places;
};

// Returns whether the journal's entry is one of these. Throws for a malformed one.
bool take_measure(RecordedMeasures& measures, const std::string& kind, const nlohmann::json& entry);

}  // namespace lull::recorder
