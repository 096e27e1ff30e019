// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Finds cycles: the strongly connected components of a graph, by Tarjan's algorithm without
// recursion. Takes linear time.
#pragma once

#include <cstdint>
#include <vector>

namespace lull::asl {

// The successors of each node; nodes are numbered from 0.
using Edges = std::vector<std::vector<std::uint32_t>>;

struct Components {
  std::vector<std::uint32_t> of;  // component of each node
  // Each component follows the components that it reaches.
  std::vector<std::vector<std::uint32_t>> members;

  // Returns whether the node reaches itself.
  [[nodiscard]] bool in_circle(std::uint32_t node) const { return circle[of[node]]; }
  std::vector<bool> circle;  // indexed by component
};

[[nodiscard]] Components components_of(const Edges& edges);

}  // namespace lull::asl
