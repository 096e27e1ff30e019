// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The Cartesian grids of a trace: relative positions of processes. Read-only.
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
  // Returns the position of `other` relative to `self`, if they are neighbours in the
  // communicator's grid or, if it has none, in the only grid that contains both; otherwise empty.
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
