// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/structure/structure.hpp"

namespace lull::cli {

std::vector<LocationPart> parts_of(const StructureResults& results, bool json) {
  std::vector<LocationPart> parts;
  bool described = false;  // the main loop, once
  for (std::size_t i = 0; i < results.times.size(); ++i) {
    if (!results.program.mine[i]) continue;
    const LocationId location(i);
    LocationPart part;
    part.location = static_cast<std::uint32_t>(i);
    part.aligned = results.program.decides[i] && results.program.aligned_loop(location) != nullptr;
    if (results.times[i].walk) {
      part.content =
          json ? location_json_text(results, location) : location_text(results, location);
      if (part.aligned && !json && !described) part.main_loop = main_loop_text(results, location);
      described = described || part.aligned;
    }
    if (part.aligned || !part.content.empty()) parts.push_back(std::move(part));
  }
  return parts;
}

structure::DurationProfile iterations_of(const StructureResults& results, LocationId location) {
  const std::vector<Timestamp>& borders = results.times[location.index()].borders;
  std::vector<Duration> durations;
  for (std::size_t i = 1; i < borders.size(); ++i) durations.push_back(borders[i] - borders[i - 1]);
  return structure::profile_of(durations, results.window);
}

structure::Trend trend_of_iterations(const StructureResults& results, LocationId location) {
  const std::vector<Timestamp>& borders = results.times[location.index()].borders;
  std::vector<double> durations;
  for (std::size_t i = 1; i < borders.size(); ++i)
    durations.push_back(static_cast<double>((borders[i] - borders[i - 1]).ticks));
  return structure::trend_of(durations);
}

}  // namespace lull::cli
