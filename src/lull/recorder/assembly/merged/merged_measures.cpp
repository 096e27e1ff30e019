// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/assembly/merged/merged_measures.hpp"

#include <algorithm>

#include "lull/recorder/assembly/merged/merged_definitions.hpp"

namespace lull::recorder {
namespace {

// Returns the indices of `own` in `all`, to which new elements are appended.
template <class Element>
std::vector<std::uint64_t> numbers_among(std::vector<Element>& all,
                                         const std::vector<Element>& own) {
  std::vector<std::uint64_t> numbers;
  for (const Element& element : own) {
    const auto found = std::ranges::find(all, element);
    numbers.push_back(static_cast<std::uint64_t>(found - all.begin()));
    if (found == all.end()) all.push_back(element);
  }
  return numbers;
}

bool is_inside(const RecordedGrid& grid, const std::vector<std::uint32_t>& coordinates) {
  return std::ranges::equal(coordinates, grid.sizes, std::less{});
}

}  // namespace

void add_measures(MergedMeasures& all, const RecordedMeasures& measures) {
  const std::uint64_t rank = all.metric_numbers.size();
  all.metric_numbers.push_back(numbers_among(all.metrics, measures.metrics));
  all.parameter_numbers.push_back(numbers_among(all.parameters, measures.parameters));
  const auto by_name = [&all](const std::string& name) {
    return std::ranges::find(all.grids, name,
                             [](const MergedGrid& known) { return known.grid.name; });
  };
  for (const RecordedGrid& grid : measures.grids)
    if (by_name(grid.name) == all.grids.end()) all.grids.push_back({grid, {}});
  for (const RecordedPlace& place : measures.places) {
    const auto known = by_name(place.grid);
    if (known == all.grids.end() || !is_inside(known->grid, place.coordinates)) continue;
    known->places.emplace_back(location_of(rank, place.thread), place.coordinates);
  }
}

}  // namespace lull::recorder
