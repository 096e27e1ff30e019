// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
// Groups iterations of similar duration.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "lull/structure/iterations.hpp"

namespace lull::structure {
namespace {

constexpr double kNarrowest = 1e-6;       // minimum window
constexpr std::size_t kMostGroups = 100;  // keeps grouping linear

// Iterations sorted by duration, in groups not wider than the window.
class Grouping {
 public:
  explicit Grouping(const std::vector<double>& seconds) : seconds_(seconds) {
    for (std::uint32_t i = 0; i < seconds.size(); ++i)
      sorted_.push_back({std::log(std::max(seconds[i], 1e-12)), i});
    std::ranges::sort(sorted_);
  }

  // Repeatedly takes the densest window; the result is empty if more than `most` windows are
  // needed.
  [[nodiscard]] std::vector<IterationGroup> groups(double window, std::size_t most) const {
    const double width = 2 * std::log1p(window);
    if (needs_more(width, most)) return {};
    std::vector<std::pair<double, std::uint32_t>> rest = sorted_;
    std::vector<IterationGroup> groups;
    while (!rest.empty()) {
      if (groups.size() == most) return {};
      std::size_t best = 0;
      std::size_t best_size = 0;
      for (std::size_t begin = 0, end = 0; begin < rest.size(); ++begin) {
        while (end < rest.size() && rest[end].first - rest[begin].first <= width) ++end;
        if (end - begin <= best_size) continue;
        best = begin;
        best_size = end - begin;
      }
      const auto first = rest.begin() + static_cast<std::ptrdiff_t>(best);
      const auto last = first + static_cast<std::ptrdiff_t>(best_size);
      groups.push_back(group(first, last));
      rest.erase(first, last);
    }
    return groups;
  }

 private:
  // Returns whether more than `most` windows of that width are needed however they are placed. The
  // test is cheap, since it is repeated when there are many iterations and the window is small.
  [[nodiscard]] bool needs_more(double width, std::size_t most) const {
    std::size_t windows = 0;
    for (auto first = sorted_.begin(); first != sorted_.end(); ++windows) {
      if (windows == most) return true;
      const double begin = first->first;
      first = std::partition_point(first, sorted_.end(), [&](const auto& iteration) {
        return iteration.first - begin <= width;
      });
    }
    return false;
  }
  template <class Place>
  [[nodiscard]] IterationGroup group(Place first, Place last) const {
    IterationGroup group;
    group.representative = (first + (last - first) / 2)->second;
    for (auto place = first; place != last; ++place) {
      group.iterations.push_back(place->second);
      group.seconds += seconds_[place->second] / static_cast<double>(last - first);
    }
    std::ranges::sort(group.iterations);
    const auto last_of_all = static_cast<std::uint32_t>(seconds_.size() - 1);
    if (group.iterations.front() == 0)
      group.representative = 0;
    else if (group.iterations.back() == last_of_all)
      group.representative = last_of_all;
    return group;
  }

  const std::vector<double>& seconds_;
  std::vector<std::pair<double, std::uint32_t>> sorted_;
};

}  // namespace

IterationGroups group_iterations(const Iterations& iterations, const Definitions& definitions,
                                 double window, std::size_t most_groups) {
  IterationGroups result;
  result.window = result.wanted_window = std::max(window, kNarrowest);
  result.seconds.assign(iterations.number, 0);
  std::size_t locations = 0;
  for (std::size_t i = 0; i < iterations.borders.size(); ++i) {
    if (!iterations.has(LocationId(i))) continue;
    ++locations;
    for (std::size_t iteration = 0; iteration < iterations.number; ++iteration)
      result.seconds[iteration] +=
          definitions.seconds(iterations.duration(LocationId(i), iteration));
  }
  if (locations == 0) return result;
  for (double& seconds : result.seconds) seconds /= static_cast<double>(locations);
  const Grouping grouping(result.seconds);
  while ((result.groups = grouping.groups(result.window, std::max<std::size_t>(1, most_groups)))
             .empty())
    result.window *= 1.25;
  const auto comes_first = [](const IterationGroup& a, const IterationGroup& b) {
    if (a.iterations.size() != b.iterations.size())
      return a.iterations.size() > b.iterations.size();
    return a.seconds < b.seconds;
  };
  std::ranges::sort(result.groups, comes_first);
  return result;
}

std::size_t most_groups_of(std::size_t iterations) {
  return std::clamp<std::size_t>(iterations / 10, 3, kMostGroups);
}

std::vector<bool> representatives(const IterationGroups& groups) {
  std::vector<bool> chosen(groups.seconds.size());
  for (const IterationGroup& group : groups.groups) chosen[group.representative] = true;
  return chosen;
}

}  // namespace lull::structure
