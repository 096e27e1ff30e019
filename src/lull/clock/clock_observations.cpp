// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/clock_observations.hpp"

#include <algorithm>
#include <utility>

#include "lull/clock/node_clocks.hpp"

namespace lull {
namespace {

constexpr std::size_t kMostPairs = std::size_t{1} << 19U;
constexpr std::size_t kPiecesInAll = std::size_t{1} << 19U;  // usual limit

std::uint64_t key_of(std::uint32_t from, std::uint32_t to) {
  return std::uint64_t{from} << 32U | to;
}
ClockPair pair_of(std::uint64_t key) {
  return {static_cast<std::uint32_t>(key >> 32U), static_cast<std::uint32_t>(key)};
}

}  // namespace

void ClockObservations::add(ProcessId from, ProcessId to, ClockPoint point) {
  if (from == to) return;
  Between& between = hulls_between(from.value, to.value);
  between.hulls.add(point, most_pieces_);
  count(between, 1);
}

void ClockObservations::add(const ClockObservations& other) {
  if (other.by_node_ && !by_node_) group_by_node();
  for (const auto& [key, others] : other.hulls_) {
    const ClockPair pair = pair_of(key);
    Between& between = hulls_between(pair.first, pair.second);
    between.hulls.add(others.hulls, most_pieces_);
    count(between, others.points);
  }
}

// Points bound the number of pieces, and do not depend on the order of insertion.
void ClockObservations::count(Between& between, std::size_t points) {
  if (between.points >= most_pieces_) return;
  const std::size_t now = std::min(between.points + points, most_pieces_);
  used_ += now - between.points;
  between.points = now;
  while (used_ > kPiecesInAll / parts_ && most_pieces_ > 1) {
    most_pieces_ /= 2;
    used_ = 0;
    for (auto& [key, one] : hulls_) {
      one.points = std::min(one.points, most_pieces_);
      one.hulls.join(most_pieces_);
      used_ += one.points;
    }
  }
}

ClockObservations::Between& ClockObservations::hulls_between(std::uint32_t from, std::uint32_t to) {
  if (by_node_) from = nodes_[from], to = nodes_[to];
  const auto [place, is_new] = hulls_.try_emplace(key_of(from, to));
  if (!is_new || hulls_.size() <= kMostPairs || by_node_) return place->second;
  group_by_node();
  return hulls_[key_of(nodes_[from], nodes_[to])];
}

// Each node is represented by its first process.
void ClockObservations::group_by_node() {
  by_node_ = true;
  std::map<std::uint32_t, std::uint32_t> first;
  nodes_ = nodes_of_processes(*definitions_);
  for (std::uint32_t i = 0; i < nodes_.size(); ++i)
    nodes_[i] = first.try_emplace(nodes_[i], i).first->second;
  used_ = 0;
  for (auto& [key, one] : std::exchange(hulls_, {})) {
    const ClockPair pair = pair_of(key);
    Between& between = hulls_[key_of(nodes_[pair.first], nodes_[pair.second])];
    between.hulls.add(one.hulls, most_pieces_);
    count(between, one.points);
  }
}

ClockHulls ClockObservations::hulls() const {
  ClockHulls sorted;
  for (const auto& [key, hulls] : hulls_) sorted.emplace(pair_of(key), hulls.hulls.whole());
  return sorted;
}

std::map<ClockPair, TimedHulls> ClockObservations::timed_hulls() const {
  std::map<ClockPair, TimedHulls> sorted;
  for (const auto& [key, hulls] : hulls_)
    sorted.emplace(pair_of(key), hulls.hulls).first->second.join(most_pieces_);
  return sorted;
}

ClockHulls hulls_of_nodes(const ClockHulls& hulls, const Definitions& definitions) {
  const std::vector<std::uint32_t> nodes = nodes_of_processes(definitions);
  ClockHulls of_nodes;
  // Even within a node, to check whether it has a single clock.
  for (const auto& [pair, hull] : hulls)
    of_nodes[{nodes[pair.first], nodes[pair.second]}].add(hull);
  return of_nodes;
}

std::map<ClockPair, TimedHulls> hulls_of_nodes(const std::map<ClockPair, TimedHulls>& hulls,
                                               const Definitions& definitions) {
  const std::vector<std::uint32_t> nodes = nodes_of_processes(definitions);
  std::map<ClockPair, TimedHulls> of_nodes;
  for (const auto& [pair, pieces] : hulls)
    of_nodes[{nodes[pair.first], nodes[pair.second]}].add(pieces, ClockObservations::kMostPieces);
  return of_nodes;
}

}  // namespace lull
