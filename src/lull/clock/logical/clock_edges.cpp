// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/logical/clock_edges.hpp"

#include <algorithm>
#include <limits>

namespace lull {

void ClockEdges::add(ProcessId from, Timestamp sent, ProcessId to, Timestamp arrived) {
  if (from == to) {
    if (arrived < sent) ++impossible_;
    return;
  }
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

void ClockEdges::add_row(std::span<const Place> places) {
  Timestamp last;
  std::int64_t slack = std::numeric_limits<std::int64_t>::max();
  for (const Place& place : places) {
    if (place.leaves.process.defined()) slack = std::min(slack, (place.leaves.time - last).ticks);
    if (place.comes.process.defined()) last = std::max(last, place.comes.time);
  }
  if (slack >= reach_) return;
  constexpr std::uint32_t kMeeting = ClockEdge::kMeeting;
  // One meeting after each place; visitors of later places wait for it.
  const std::uint64_t first = next_meeting_;
  for (const Place& place : places) {
    const std::uint64_t meeting = next_meeting_++;
    const std::uint64_t before = meeting - 1;
    if (meeting > first) {
      add({kMeeting, kMeeting, before, meeting, slack});
      if (place.leaves.process.defined())
        add({kMeeting, place.leaves.process.value, before, place.leaves.time.ticks, slack});
    }
    if (place.comes.process.defined())
      add({place.comes.process.value, kMeeting, place.comes.time.ticks, meeting, slack});
  }
}

void ClockEdges::forget(std::int64_t slack) {
  if (slack >= reach_) return;
  reach_ = slack;
  std::erase_if(edges_, [this](const ClockEdge& edge) { return edge.slack >= reach_; });
}

std::span<const ClockEdge> ClockEdges::edges_below(std::int64_t slack) {
  const auto others = std::partition(edges_.begin(), edges_.end(),
                                     [slack](const ClockEdge& edge) { return edge.slack < slack; });
  return std::span(edges_).first(static_cast<std::size_t>(others - edges_.begin()));
}

std::int64_t ClockEdges::least_slack() const {
  std::int64_t least = 0;
  for (const ClockEdge& edge : edges_) least = std::min(least, edge.slack);
  return least;
}

void ClockEdges::add(const ClockEdge& edge) {
  if (edge.slack < reach_) edges_.push_back(edge);
}

}  // namespace lull
