// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cstddef>
#include <map>

#include "lull/recorder/assembly/definitions/archive_definitions.hpp"

namespace lull::recorder {
namespace {

using Members = std::vector<const RecordedProcessGrid*>;

std::vector<OTF2_CartDimensionRef> write_dimensions(DefinitionOutput& output,
                                                    const RecordedProcessGrid& grid) {
  std::vector<OTF2_CartDimensionRef> dimensions;
  for (std::size_t i = 0; i < grid.sizes.size(); ++i) {
    dimensions.push_back(output.new_dimension());
    const auto periodic =
        grid.periodic[i] != 0 ? OTF2_CART_PERIODIC_TRUE : OTF2_CART_PERIODIC_FALSE;
    expect_written(OTF2_GlobalDefWriter_WriteCartDimension(
        output.writer(), dimensions.back(), output.string(fmt::format("dimension {}", i)),
        grid.sizes[i], periodic));
  }
  return dimensions;
}

void write_grid(DefinitionOutput& output, std::uint64_t communicator, const Members& members) {
  const OTF2_CartTopologyRef number = output.new_grid();
  const auto dimensions = write_dimensions(output, *members.front());
  const std::string& given = output.all().communicators.at(communicator).name;
  const std::string name = given.empty() ? fmt::format("MPI Cartesian grid {}", number) : given;
  const auto count = static_cast<std::uint8_t>(dimensions.size());
  expect_written(OTF2_GlobalDefWriter_WriteCartTopology(
      output.writer(), number, output.string(name), static_cast<OTF2_CommRef>(communicator), count,
      dimensions.data()));
  for (const RecordedProcessGrid* const member : members)
    expect_written(OTF2_GlobalDefWriter_WriteCartCoordinate(output.writer(), number, member->rank,
                                                            count, member->coordinates.data()));
}

}  // namespace

void write_process_grids(DefinitionOutput& output) {
  std::map<std::uint64_t, Members> grids;  // keyed by communicator
  for (std::size_t rank = 0; rank < output.parts().size(); ++rank)
    for (const RecordedProcessGrid& grid : output.parts()[rank].process_grids) {
      const auto number = output.all().communicator_numbers[rank].at(grid.communicator);
      const bool has_dimensions = !grid.sizes.empty();  // a grid of one process has none
      if (has_dimensions && number != kNoCommunicator) grids[number].push_back(&grid);
    }
  for (const auto& [communicator, members] : grids) write_grid(output, communicator, members);
}

}  // namespace lull::recorder
