// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/logical/clock_graph.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "lull/clock/solver/circles.hpp"

namespace lull {
namespace {

constexpr std::size_t kPartLeftOut = 8;  // fraction of a circle's violated edges removed at once

std::uint32_t lack_of(const ClockEdge& edge) {
  constexpr std::int64_t kMost = std::numeric_limits<std::uint32_t>::max();
  return edge.slack >= 0 ? 0 : static_cast<std::uint32_t>(-std::max(edge.slack, -kMost));
}

// The beginning or end of an edge.
struct End {
  std::uint64_t time;
  ClockGraph::Index number;  // two per edge
};

// Returns all ends, sorted by clock and time; meetings last. `starts`: the first end of each clock,
// then of meetings, then the end.
std::vector<End> ends_in_order(std::span<const ClockEdge> edges, std::vector<std::size_t>& starts) {
  std::size_t clocks = 0;
  for (const ClockEdge& edge : edges)
    for (const std::uint32_t clock : {edge.from, edge.to})
      if (clock != ClockEdge::kMeeting) clocks = std::max(clocks, clock + std::size_t{1});
  const auto place = [clocks](std::uint32_t clock) {
    return clock == ClockEdge::kMeeting ? clocks : std::size_t{clock};
  };
  starts.assign(clocks + 2, 0);
  for (const ClockEdge& edge : edges) ++starts[place(edge.from) + 1], ++starts[place(edge.to) + 1];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  std::vector<End> ends(2 * edges.size());
  std::vector<std::size_t> next(starts.begin(), starts.end() - 1);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    ends[next[place(edges[i].from)]++] = {edges[i].sent, static_cast<ClockGraph::Index>(2 * i)};
    ends[next[place(edges[i].to)]++] = {edges[i].arrived,
                                        static_cast<ClockGraph::Index>(2 * i + 1)};
  }
  for (std::size_t i = 0; i <= clocks; ++i)
    std::ranges::sort(std::span(ends).subspan(starts[i], starts[i + 1] - starts[i]), {},
                      &End::time);
  return ends;
}

}  // namespace

ClockGraph::ClockGraph(std::span<const ClockEdge> edges) {
  std::vector<Index> places(2 * edges.size());  // indices in moments_ of each edge's ends
  {
    std::vector<std::size_t> starts;  // indexed by clock
    const std::vector<End> ends = ends_in_order(edges, starts);
    moments_.reserve(ends.size());
    for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
      const std::uint32_t clock =
          i + 2 == starts.size() ? ClockEdge::kMeeting : static_cast<std::uint32_t>(i);
      for (std::size_t at = starts[i]; at < starts[i + 1]; ++at) {
        if (at == starts[i] || ends[at].time != ends[at - 1].time)
          moments_.push_back({clock, ends[at].time});
        places[ends[at].number] = static_cast<Index>(moments_.size() - 1);
      }
    }
  }
  connect(edges, places);
  places = {};
  moments_.shrink_to_fit();
  while (!sort()) resolve_circles();
}

void ClockGraph::connect(std::span<const ClockEdge> edges, std::span<const Index> places) {
  starts_.assign(moments_.size() + 1, 0);
  for (std::size_t i = 0; i < edges.size(); ++i) ++starts_[places[2 * i] + 1];
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  targets_.resize(edges.size());
  lack_.resize(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i) {  // moves each start to its end
    const Index at = starts_[places[2 * i]]++;
    targets_[at] = places[2 * i + 1];
    lack_[at] = lack_of(edges[i]);
  }
  std::shift_right(starts_.begin(), starts_.end(), 1);
  starts_.front() = 0;
}

// Follows edges, and the order on the clock itself.
template <class Visit>
void ClockGraph::for_each_next(Index moment, Visit&& visit) const {
  for (const Index target : next(moment))
    if (target != kNone) visit(target);
  if (moment + 1 < moments_.size() && follows_its_clock(moment + 1)) visit(moment + 1);
}

// Returns false if circles remain.
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

// Merges each circle into one moment, or breaks it where that is impossible.
void ClockGraph::resolve_circles() {
  std::vector<bool> sorted(moments_.size());
  for (const Index group : order_) sorted[group] = true;
  std::vector<Index> left;
  std::vector<Index> number(moments_.size());
  for (Index moment = 0; moment < moments_.size(); ++moment) {
    if (sorted[group_of(moment)]) continue;
    if (group_of(moment) == moment) left.push_back(moment);
    number[moment] = static_cast<Index>(left.size() - 1);  // its group's, which comes first
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
    resolve_circles(members);
  });
}

void ClockGraph::resolve_circles(std::span<const Index> circle) {
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

// Each circle goes back in time somewhere, unless times are so far apart that slack overflows. The
// most violated edges are removed first, which may resolve others.
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
