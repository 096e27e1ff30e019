// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/topology/declared_grid.hpp"

#include <charconv>
#include <cstdint>
#include <utility>
#include <vector>

#include "lull/base/error.hpp"
#include "lull/base/text/counted.hpp"

namespace lull {
namespace {

std::vector<Topology::Dimension> read_dimensions(std::string_view sizes) {
  const auto refuse = [&] {
    return usage_error(
        "\"{}\" is not a valid topology; expected the sizes of its dimensions as in 4x4, or "
        "8px2 with a periodic first dimension",
        sizes);
  };
  std::vector<Topology::Dimension> dimensions;
  const char* at = sizes.data();
  const char* const end = at + sizes.size();
  while (true) {
    Topology::Dimension dimension;
    const auto [after, error] = std::from_chars(at, end, dimension.size);
    if (error != std::errc{} || dimension.size == 0) throw refuse();
    at = after;
    dimension.periodic = at != end && *at == 'p';
    if (dimension.periodic) ++at;
    dimensions.push_back(dimension);
    if (at == end) return dimensions;
    if (*at++ != 'x') throw refuse();
  }
}

CommunicatorId world_of(const Definitions& definitions) {
  CommunicatorId largest;
  for (std::size_t i = 0; i < definitions.communicators.size(); ++i) {
    const CommunicatorId id(i);
    if (definitions.communicators[i].kind != CommunicatorKind::Intra) continue;
    if (definitions.communicators[i].name == "MPI_COMM_WORLD") return id;
    if (!largest.defined() || definitions.size_of(largest) < definitions.size_of(id)) largest = id;
  }
  return largest;
}

Topology grid_of(const Definitions& definitions, std::string_view sizes) {
  Topology grid;
  grid.name = std::string(sizes);
  grid.dimensions = read_dimensions(sizes);
  grid.communicator = world_of(definitions);
  const std::size_t processes = definitions.size_of(grid.communicator);
  std::uint64_t places = 1;
  for (const Topology::Dimension& dimension : grid.dimensions)
    places = places > processes ? places : places * dimension.size;
  if (places != processes)
    throw usage_error("the topology {} does not match the number of processes, {}", sizes,
                      grouped(processes));
  for (std::uint32_t rank = 0; rank < processes; ++rank) {
    std::vector<std::uint32_t> coordinates(grid.dimensions.size());
    std::uint32_t rest = rank;
    for (std::size_t d = coordinates.size(); d-- > 0;) {
      coordinates[d] = rest % grid.dimensions[d].size;
      rest /= grid.dimensions[d].size;
    }
    grid.coordinates.emplace_back(rank, std::move(coordinates));
  }
  return grid;
}

}  // namespace

TraceOnGrid::TraceOnGrid(std::unique_ptr<TraceSource> source, std::string_view sizes)
    : source_(std::move(source)), definitions_(source_->definitions()) {
  definitions_.topologies.push_back(grid_of(definitions_, sizes));
}

}  // namespace lull
