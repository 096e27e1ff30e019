// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Finds which nodes of a graph can reach each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <vector>

namespace lull {

// Adjacency lists. Memory: four bytes per node and edge.
class Neighbours {
 public:
  // `for_each_edge(visit)` calls visit(from, to) for each edge; it is called twice and must do the
  // same both times.
  template <class ForEachEdge>
  Neighbours(std::uint32_t nodes, const ForEachEdge& for_each_edge) : starts_(nodes + 1) {
    for_each_edge([this](std::uint32_t from, std::uint32_t) { ++starts_[from + 1]; });
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    targets_.resize(starts_.back());
    std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
    for_each_edge([&](std::uint32_t from, std::uint32_t to) { targets_[next[from]++] = to; });
  }

  [[nodiscard]] std::uint32_t nodes() const {
    return static_cast<std::uint32_t>(starts_.size() - 1);
  }
  [[nodiscard]] std::uint32_t begin(std::uint32_t node) const { return starts_[node]; }
  [[nodiscard]] std::uint32_t end(std::uint32_t node) const { return starts_[node + 1]; }
  [[nodiscard]] std::uint32_t target(std::uint32_t edge) const { return targets_[edge]; }

 private:
  std::vector<std::uint32_t> starts_;
  std::vector<std::uint32_t> targets_;
};

// Finds strongly connected components, each with ascending nodes, valid until the next. None has
// edges to a later one. Linear (R. E. Tarjan's algorithm); up to 24 bytes per node.
void for_each_circle(const Neighbours& later,
                     const std::function<void(std::span<const std::uint32_t>)>& visit);

// Returns all components. None has edges from a later one.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> circles_of(const Neighbours& later);

}  // namespace lull
