// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/clock_edges.hpp"

#include <algorithm>

namespace lull {

void ClockEdges::add(ProcessId from, Timestamp sent, ProcessId to, Timestamp arrived) {
  if (from == to) return;
  add({from.value, to.value, sent.ticks, arrived.ticks, (arrived - sent).ticks});
}

void ClockEdges::add_meeting(std::span<const Visit> comes, std::span<const Visit> leaves) {
  if (comes.empty() || leaves.empty()) return;
  const Timestamp last = std::ranges::max_element(comes, {}, &Visit::time)->time;
  const Timestamp first = std::ranges::min_element(leaves, {}, &Visit::time)->time;
  if ((first - last).ticks >= reach_) return;
  const std::uint64_t meeting = next_meeting_++;
  for (const Visit& visit : comes)
    add({visit.process.value, ClockEdge::kMeeting, visit.time.ticks, meeting,
         (first - visit.time).ticks});
  for (const Visit& visit : leaves)
    add({ClockEdge::kMeeting, visit.process.value, meeting, visit.time.ticks,
         (visit.time - last).ticks});
}

void ClockEdges::add(const ClockEdges& other) {
  forget(other.reach_);
  for (const ClockEdge& edge : other.edges_) add(edge);
}

void ClockEdges::forget(std::int64_t slack) {
  if (slack >= reach_) return;
  reach_ = slack;
  std::erase_if(edges_, [this](const ClockEdge& edge) { return edge.slack >= reach_; });
}

void ClockEdges::add(const ClockEdge& edge) {
  if (edge.slack >= reach_) return;
  if (edges_.size() >= most_) make_room();
  if (edge.slack < reach_) edges_.push_back(edge);
}

void ClockEdges::make_room() {
  const auto half = edges_.begin() + static_cast<std::ptrdiff_t>(edges_.size() / 2);
  std::ranges::nth_element(edges_, half, {}, &ClockEdge::slack);
  forget(std::max<std::int64_t>(half->slack, 0));
  // What is left does not hold: there is nothing to forget.
  if (edges_.size() >= most_) most_ = edges_.size() * 2;
}

}  // namespace lull
