// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/circles.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace lull {
namespace {

// Adds what is reached from there and was not seen, each behind all that it leads to.
void walk(std::uint32_t from, const Neighbours& neighbours, std::vector<bool>& seen,
          std::vector<std::uint32_t>& finished) {
  if (seen[from]) return;
  std::vector<std::pair<std::uint32_t, std::size_t>> way{{from, 0}};
  seen[from] = true;
  while (!way.empty()) {
    auto& [node, next] = way.back();
    if (next == neighbours[node].size()) {
      finished.push_back(node);
      way.pop_back();
      continue;
    }
    const std::uint32_t neighbour = neighbours[node][next++];
    if (seen[neighbour]) continue;
    seen[neighbour] = true;
    way.emplace_back(neighbour, 0);
  }
}

}  // namespace

std::vector<std::vector<std::uint32_t>> circles_of(const Neighbours& later) {
  const auto nodes = static_cast<std::uint32_t>(later.size());
  Neighbours earlier(nodes);
  for (std::uint32_t node = 0; node < nodes; ++node)
    for (const std::uint32_t neighbour : later[node]) earlier[neighbour].push_back(node);
  std::vector<bool> seen(nodes);
  std::vector<std::uint32_t> finished;
  for (std::uint32_t node = 0; node < nodes; ++node) walk(node, later, seen, finished);
  seen.assign(nodes, false);
  std::vector<std::vector<std::uint32_t>> circles;
  for (auto node = finished.rbegin(); node != finished.rend(); ++node) {
    if (seen[*node]) continue;
    walk(*node, earlier, seen, circles.emplace_back());
    std::ranges::sort(circles.back());
  }
  return circles;
}

}  // namespace lull
