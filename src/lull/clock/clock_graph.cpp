// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/clock_graph.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "lull/clock/circles.hpp"

namespace lull {
namespace {

constexpr std::size_t kPartLeftOut = 8;  // of a circle's edges that do not hold, at once

ClockGraph::Moment begin_of(const ClockEdge& edge) { return {edge.from, edge.sent}; }
ClockGraph::Moment end_of(const ClockEdge& edge) { return {edge.to, edge.arrived}; }

std::uint32_t lack_of(const ClockEdge& edge) {
  constexpr std::int64_t kMost = std::numeric_limits<std::uint32_t>::max();
  return edge.slack >= 0 ? 0 : static_cast<std::uint32_t>(-std::max(edge.slack, -kMost));
}

}  // namespace

ClockGraph::ClockGraph(std::span<const ClockEdge> edges) {
  moments_.reserve(edges.size() * 2);
  for (const ClockEdge& edge : edges) {
    moments_.push_back(begin_of(edge));
    moments_.push_back(end_of(edge));
  }
  std::ranges::sort(moments_);
  moments_.erase(std::unique(moments_.begin(), moments_.end()), moments_.end());
  moments_.shrink_to_fit();
  connect(edges);
  while (!sort()) untie();
}

ClockGraph::Index ClockGraph::index_of(const Moment& moment) const {
  return static_cast<Index>(std::ranges::lower_bound(moments_, moment) - moments_.begin());
}

void ClockGraph::connect(std::span<const ClockEdge> edges) {
  starts_.assign(moments_.size() + 1, 0);
  for (const ClockEdge& edge : edges) ++starts_[index_of(begin_of(edge)) + 1];
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  targets_.resize(edges.size());
  lack_.resize(edges.size());
  for (const ClockEdge& edge : edges) {  // moves each start to its end
    const Index at = starts_[index_of(begin_of(edge))]++;
    targets_[at] = index_of(end_of(edge));
    lack_[at] = lack_of(edge);
  }
  std::shift_right(starts_.begin(), starts_.end(), 1);
  starts_.front() = 0;
}

// By edges, and by the clock itself.
template <class Visit>
void ClockGraph::for_each_next(Index moment, Visit&& visit) const {
  for (const Index target : next(moment))
    if (target != kNone) visit(target);
  if (moment + 1 < moments_.size() && follows_its_clock(moment + 1)) visit(moment + 1);
}

// False where circles are left.
bool ClockGraph::sort() {
  std::vector<Index> awaited(moments_.size());
  std::size_t groups = 0;
  for (Index moment = 0; moment < moments_.size(); ++moment) {
    if (group_of(moment) == moment) ++groups;
    for_each_next(moment, [&](Index target) {
      if (group_of(target) != group_of(moment)) ++awaited[group_of(target)];
    });
  }
  order_.clear();
  order_.reserve(groups);
  for (Index moment = 0; moment < moments_.size(); ++moment)
    if (group_of(moment) == moment && awaited[moment] == 0) order_.push_back(moment);
  for (std::size_t i = 0; i < order_.size(); ++i) {
    Index member = order_[i];
    do {
      for_each_next(member, [&](Index target) {
        if (group_of(target) != group_of(member) && --awaited[group_of(target)] == 0)
          order_.push_back(group_of(target));
      });
      member = next_in_group(member);
    } while (member != order_[i]);
  }
  return order_.size() == groups;
}

// Joins what is in a circle, or breaks it where it cannot be.
void ClockGraph::untie() {
  std::vector<bool> sorted(moments_.size());
  for (const Index group : order_) sorted[group] = true;
  std::vector<Index> left;
  std::vector<Index> number(moments_.size());
  for (Index moment = 0; moment < moments_.size(); ++moment) {
    if (sorted[group_of(moment)]) continue;
    if (group_of(moment) == moment) left.push_back(moment);
    number[moment] = static_cast<Index>(left.size() - 1);  // of its group, as that comes first
  }
  for (Index moment = 0; moment < moments_.size(); ++moment)
    number[moment] = number[group_of(moment)];
  const Neighbours later(static_cast<Index>(left.size()), [&](auto&& visit) {
    for (Index moment = 0; moment < moments_.size(); ++moment) {
      if (sorted[group_of(moment)]) continue;
      for_each_next(moment, [&](Index target) {
        if (group_of(target) != group_of(moment)) visit(number[moment], number[target]);
      });
    }
  });
  number = {};
  for_each_circle(later, [&](std::span<const Index> circle) {
    if (circle.size() == 1) return;
    std::vector<Index> members;
    for (const std::uint32_t one : circle) {
      Index member = left[one];
      do {
        members.push_back(member);
        member = next_in_group(member);
      } while (member != left[one]);
    }
    std::ranges::sort(members);
    untie(members);
  });
}

void ClockGraph::untie(std::span<const Index> circle) {
  const bool is_one_moment =
      std::ranges::adjacent_find(circle, [&](Index a, Index b) {
        return moments_[a].clock == moments_[b].clock && moments_[a].clock != ClockEdge::kMeeting;
      }) == circle.end();
  if (is_one_moment) {
    if (group_.empty()) {
      group_.resize(moments_.size());
      std::iota(group_.begin(), group_.end(), Index{0});
      next_in_group_ = group_;
    }
    for (std::size_t i = 0; i < circle.size(); ++i) {
      group_[circle[i]] = circle.front();
      next_in_group_[circle[i]] = circle[(i + 1) % circle.size()];
    }
    return;
  }
  leave_out(circle);
}

// Each circle goes back in time somewhere, but for times so far apart that slack means nothing. Of
// edges that do not hold, those that lack most are left out first: others may do without then.
void ClockGraph::leave_out(std::span<const Index> circle) {
  const auto for_each_inside = [&](auto&& use) {
    for (const Index member : circle)
      for (std::size_t at = starts_[member]; at < starts_[member + 1]; ++at)
        if (targets_[at] != kNone && std::ranges::binary_search(circle, targets_[at])) use(at);
  };
  std::vector<std::uint32_t> lacks;
  for_each_inside([&](std::size_t at) {
    if (lack_[at] > 0) lacks.push_back(lack_[at]);
  });
  std::uint32_t enough = 0;
  if (!lacks.empty()) {
    const auto worst = lacks.begin() + static_cast<std::ptrdiff_t>(lacks.size() / kPartLeftOut);
    std::ranges::nth_element(lacks, worst, std::greater());
    enough = *worst;
  }
  for_each_inside([&](std::size_t at) {
    if (lack_[at] < enough) return;
    targets_[at] = kNone;
    ++contradictions_;
  });
}

}  // namespace lull
