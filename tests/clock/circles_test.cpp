// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/solver/circles.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

namespace lull {
namespace {

using Edges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

Neighbours neighbours(std::uint32_t nodes, const Edges& edges) {
  return {nodes, [&edges](auto&& visit) {
            for (const auto& [from, to] : edges) visit(from, to);
          }};
}

// Returns, for each pair of nodes, whether there is a path.
std::vector<std::vector<bool>> ways(std::uint32_t nodes, const Edges& edges) {
  std::vector<std::vector<bool>> way(nodes, std::vector<bool>(nodes));
  for (std::uint32_t node = 0; node < nodes; ++node) way[node][node] = true;
  for (const auto& [from, to] : edges) way[from][to] = true;
  for (std::uint32_t over = 0; over < nodes; ++over)
    for (std::uint32_t from = 0; from < nodes; ++from)
      for (std::uint32_t to = 0; to < nodes; ++to)
        if (way[from][over] && way[over][to]) way[from][to] = true;
  return way;
}

TEST(Circles, AreTheStronglyConnectedComponents) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    const auto nodes = static_cast<std::uint32_t>(1 + random() % 12);
    Edges edges;
    for (auto left = random() % (std::size_t{2} * nodes); left > 0; --left)
      edges.emplace_back(random() % nodes, random() % nodes);
    const auto way = ways(nodes, edges);
    const auto circles = circles_of(neighbours(nodes, edges));
    std::vector<std::size_t> circle_of(nodes, circles.size());
    for (std::size_t i = 0; i < circles.size(); ++i) {
      EXPECT_TRUE(std::ranges::is_sorted(circles[i]));
      for (const std::uint32_t member : circles[i]) circle_of[member] = i;
    }
    for (std::uint32_t a = 0; a < nodes; ++a)
      for (std::uint32_t b = 0; b < nodes; ++b)
        EXPECT_EQ(circle_of[a] == circle_of[b], way[a][b] && way[b][a]);
    for (const auto& [from, to] : edges) EXPECT_LE(circle_of[from], circle_of[to]);
  }
}

TEST(Circles, NeedNoRecursionForLongPaths) {
  constexpr std::uint32_t kNodes = 1'000'000;
  Edges edges;
  for (std::uint32_t node = 0; node + 1 < kNodes; ++node) edges.emplace_back(node, node + 1);
  EXPECT_EQ(circles_of(neighbours(kNodes, edges)).size(), kNodes);
  edges.emplace_back(kNodes - 1, 0);
  EXPECT_EQ(circles_of(neighbours(kNodes, edges)).size(), 1u);
}

TEST(Circles, AreEmptyWithoutNodes) { EXPECT_TRUE(circles_of(neighbours(0, {})).empty()); }

}  // namespace
}  // namespace lull
