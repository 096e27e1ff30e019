// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The Cartesian grids of a trace: on which side of a process another one is. Read-only.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "lull/analysis/events/wave_events.hpp"
#include "lull/trace/definitions/definitions.hpp"

namespace lull::analysis {

struct GridNeighbour {
  std::size_t grid = 0;
  GridSides sides{};
};

class Grids {
 public:
  explicit Grids(const Definitions& definitions);

  [[nodiscard]] bool empty() const { return grids_.empty(); }
  [[nodiscard]] std::size_t dimensions(std::size_t grid) const {
    return grids_[grid].dimensions.size();
  }
  // Where `other` is as `self` sees it, next to it in the grid of the communicator or, where that
  // has none, in the only one that both are in; none where it is not next to it.
  [[nodiscard]] std::optional<GridNeighbour> find(ProcessId self, ProcessId other,
                                                  CommunicatorId communicator) const;

 private:
  struct Dimension {
    std::int64_t size = 0;
    bool periodic = false;
  };
  using Place = std::array<std::int64_t, kMostGridDimensions>;
  struct Grid {
    std::vector<Dimension> dimensions;
    std::unordered_map<ProcessId, Place> places;
  };
  [[nodiscard]] const Grid* grid_of(ProcessId self, ProcessId other,
                                    CommunicatorId communicator) const;

  std::vector<Grid> grids_;
  std::unordered_map<CommunicatorId, std::size_t> by_communicator_;
};

}  // namespace lull::analysis
