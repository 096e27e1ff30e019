// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/replay/state/grids.hpp"

#include <algorithm>
#include <cstdlib>

namespace lull::analysis {

Grids::Grids(const Definitions& definitions) {
  for (const Topology& topology : definitions.topologies) {
    if (!is_grid(topology) || !topology.communicator.defined()) continue;
    Grid grid;
    std::vector<std::size_t> kept;
    for (std::size_t d = 0; d < topology.dimensions.size(); ++d) {
      const Topology::Dimension& dimension = topology.dimensions[d];
      if (dimension.size < 2) continue;
      kept.push_back(d);
      grid.dimensions.push_back({dimension.size, dimension.periodic});
    }
    for (const auto& [rank, coordinates] : topology.coordinates) {
      const LocationId location = definitions.location_of(topology.communicator, rank, {});
      if (!location.defined() || coordinates.size() != topology.dimensions.size()) continue;
      Place place{};
      for (std::size_t d = 0; d < kept.size(); ++d) place[d] = coordinates[kept[d]];
      grid.places.emplace(definitions.locations[location.index()].process, place);
    }
    by_communicator_.emplace(topology.communicator, grids_.size());
    grids_.push_back(std::move(grid));
  }
}

const Grids::Grid* Grids::grid_of(ProcessId self, ProcessId other,
                                  CommunicatorId communicator) const {
  if (const auto own = by_communicator_.find(communicator); own != by_communicator_.end())
    return &grids_[own->second];
  const Grid* only = nullptr;
  for (const Grid& grid : grids_) {
    if (!grid.places.contains(self) || !grid.places.contains(other)) continue;
    if (only != nullptr) return nullptr;
    only = &grid;
  }
  return only;
}

std::optional<GridNeighbour> Grids::find(ProcessId self, ProcessId other,
                                         CommunicatorId communicator) const {
  const Grid* const grid = grid_of(self, other, communicator);
  if (grid == nullptr) return std::nullopt;
  const auto here = grid->places.find(self);
  const auto there = grid->places.find(other);
  if (here == grid->places.end() || there == grid->places.end()) return std::nullopt;
  GridSides sides{};
  bool apart = false;
  for (std::size_t d = 0; d < grid->dimensions.size(); ++d) {
    const Dimension& dimension = grid->dimensions[d];
    std::int64_t distance = there->second[d] - here->second[d];
    if (dimension.periodic && dimension.size > 2) {
      if (distance == dimension.size - 1) distance = -1;
      if (distance == 1 - dimension.size) distance = 1;
    }
    if (std::abs(distance) > 1) return std::nullopt;
    sides[d] = static_cast<std::int8_t>(distance);
    apart |= distance != 0;
  }
  if (!apart) return std::nullopt;
  for (std::size_t d = grid->dimensions.size(); d < kMostGridDimensions; ++d) sides[d] = kNoSide;
  return GridNeighbour{static_cast<std::size_t>(grid - grids_.data()), sides};
}

}  // namespace lull::analysis
