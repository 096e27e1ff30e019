// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "lull/recorder/assembly/definitions/archive_definitions.hpp"

namespace lull::recorder {
namespace {

void write_metrics(DefinitionOutput& output) {
  OTF2_MetricMemberRef members = 0;
  const std::vector<RecordedMetric>& metrics = output.all().measures.metrics;
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    std::vector<OTF2_MetricMemberRef> list;
    for (const RecordedMetricMember& member : metrics[i].members) {
      expect_written(OTF2_GlobalDefWriter_WriteMetricMember(
          output.writer(), members, output.string(member.name), output.string(member.description),
          member.type, member.mode, member.value, OTF2_BASE_DECIMAL, member.exponent,
          output.string(member.unit)));
      list.push_back(members++);
    }
    expect_written(OTF2_GlobalDefWriter_WriteMetricClass(
        output.writer(), static_cast<OTF2_MetricRef>(i), static_cast<std::uint8_t>(list.size()),
        list.data(), metrics[i].occurrence, OTF2_RECORDER_KIND_CPU));
  }
}

void write_parameters(DefinitionOutput& output) {
  const std::vector<std::string>& parameters = output.all().measures.parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    expect_written(OTF2_GlobalDefWriter_WriteParameter(
        output.writer(), static_cast<OTF2_ParameterRef>(i), output.string(parameters[i]),
        OTF2_PARAMETER_TYPE_INT64));
}

// Returns all threads with coordinates in any grid; a thread's index among them is its rank.
std::vector<std::uint64_t> placed_threads(const std::vector<MergedGrid>& grids) {
  std::set<std::uint64_t> placed;
  for (const MergedGrid& grid : grids)
    for (const auto& [location, place] : grid.places) placed.insert(location);
  return {placed.begin(), placed.end()};
}

void write_grid(DefinitionOutput& output, const MergedGrid& known, OTF2_CommRef threads,
                const std::vector<std::uint64_t>& placed) {
  const OTF2_CartTopologyRef number = output.new_grid();
  constexpr std::uint32_t kMostDimensions = 255;
  std::vector<OTF2_CartDimensionRef> dimensions;
  for (std::uint32_t i = 0; i < known.grid.sizes.size() && i < kMostDimensions; ++i) {
    dimensions.push_back(output.new_dimension());
    expect_written(OTF2_GlobalDefWriter_WriteCartDimension(
        output.writer(), dimensions.back(), output.string(fmt::format("dimension {}", i)),
        known.grid.sizes[i],
        known.grid.periodic[i] ? OTF2_CART_PERIODIC_TRUE : OTF2_CART_PERIODIC_FALSE));
  }
  const auto count = static_cast<std::uint8_t>(dimensions.size());
  expect_written(OTF2_GlobalDefWriter_WriteCartTopology(
      output.writer(), number, output.string(known.grid.name), threads, count, dimensions.data()));
  for (const auto& [location, place] : known.places) {
    const auto rank =
        static_cast<std::uint32_t>(std::ranges::lower_bound(placed, location) - placed.begin());
    expect_written(OTF2_GlobalDefWriter_WriteCartCoordinate(output.writer(), number, rank, count,
                                                            place.data()));
  }
}

void write_grids(DefinitionOutput& output) {
  const std::vector<MergedGrid>& grids = output.all().measures.grids;
  if (grids.empty()) return;
  const std::vector<std::uint64_t> placed = placed_threads(grids);
  std::vector<std::uint64_t> ranks;
  for (std::size_t i = 0; i < placed.size(); ++i) ranks.push_back(i);
  output.group("", OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_USER, placed);
  const OTF2_GroupRef members =
      output.group("", OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_USER, ranks);
  const auto threads =
      static_cast<OTF2_CommRef>(output.all().communicators.size() + output.all().teams.size());
  expect_written(OTF2_GlobalDefWriter_WriteComm(output.writer(), threads,
                                                output.string("threads with coordinates"), members,
                                                OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE));
  for (const MergedGrid& grid : grids) write_grid(output, grid, threads, placed);
}

}  // namespace

void write_measures(DefinitionOutput& output) {
  write_metrics(output);
  write_parameters(output);
  write_grids(output);
}

}  // namespace lull::recorder
