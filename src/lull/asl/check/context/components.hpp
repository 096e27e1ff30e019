// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What is in a circle with what: the strongly connected components of a graph, by Tarjan's
// algorithm without recursion. Linear.
#pragma once

#include <cstdint>
#include <vector>

namespace lull::asl {

// The targets of each; nodes are numbered from 0.
using Edges = std::vector<std::vector<std::uint32_t>>;

struct Components {
  std::vector<std::uint32_t> of;                    // of each node
  std::vector<std::vector<std::uint32_t>> members;  // a component behind all that it reaches

  // Whether the node reaches itself.
  [[nodiscard]] bool in_circle(std::uint32_t node) const { return circle[of[node]]; }
  std::vector<bool> circle;  // of each component
};

[[nodiscard]] Components components_of(const Edges& edges);

}  // namespace lull::asl
