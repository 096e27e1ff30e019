// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Which nodes of a graph can be reached from each other.
#pragma once

#include <cstdint>
#include <vector>

namespace lull {

using Neighbours = std::vector<std::vector<std::uint32_t>>;  // by node, where its edges lead to

// Strongly connected components, each ascending. None has edges from a later one. Linear
// (S. R. Kosaraju's algorithm).
[[nodiscard]] std::vector<std::vector<std::uint32_t>> circles_of(const Neighbours& later);

}  // namespace lull
