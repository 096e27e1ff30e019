// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/logical/logical_clock.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "lull/clock/logical/clock_graph.hpp"

namespace lull {
namespace {

using Index = ClockGraph::Index;

__extension__ using Wide = __int128;

constexpr unsigned kFading = 8;        // a push fades by one tick in 2^8: 0.4 %
constexpr std::int64_t kWindow = 100;  // length of the window before a jump, in heights of the jump
constexpr std::size_t kMostBefore = 256;  // maximum number of moments in a window
constexpr std::int64_t kNoBound = std::numeric_limits<std::int64_t>::max();

class Solution {
 public:
  explicit Solution(std::span<const ClockEdge> edges) : graph_(edges) {
    std::uint32_t clocks = 0;
    for (const ClockGraph::Moment& moment : graph_.moments())
      if (moment.clock != ClockEdge::kMeeting) clocks = std::max(clocks, moment.clock + 1);
    anchors_.resize(clocks);
    std::uint64_t first = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t last = 0;
    for (const ClockGraph::Moment& moment : graph_.moments()) {
      if (moment.clock == ClockEdge::kMeeting) continue;
      first = std::min(first, moment.time);
      last = std::max(last, moment.time);
    }
    span_ = last > first ? last - first : 0;
  }

  // Returns by how much a clock is set forward at most.
  [[nodiscard]] std::int64_t greatest_push() {
    go_forward();
    return result_.greatest;
  }

  // Call after greatest_push().
  [[nodiscard]] LogicalClock finish(std::size_t processes) {
    graph_.forget_order();
    result_.pushes.resize(processes);
    result_.contradictions = graph_.contradictions();
    find_rooms();
    graph_.forget_edges();
    const auto& moments = graph_.moments();
    for (Index first = 0; first < moments.size();) {
      Index last = first + 1;
      while (last < moments.size() && graph_.follows_its_clock(last)) ++last;
      const std::uint32_t clock = moments[first].clock;
      if (clock != ClockEdge::kMeeting) {
        smooth(first, last);
        std::ranges::sort(ramps_);
        if (clock < processes) result_.pushes[clock] = knots(first, last);
      }
      first = clock == ClockEdge::kMeeting ? static_cast<Index>(moments.size()) : last;
    }
    return std::move(result_);
  }

 private:
  struct Jump {
    Index at;
    std::int64_t height;
  };
  struct Ramp {
    Index first;  // first moment on it
    std::uint64_t begin;
    friend auto operator<=>(const Ramp&, const Ramp&) = default;
  };
  struct Anchor {
    std::uint64_t time = 0;
    std::int64_t push = 0;

    [[nodiscard]] std::int64_t push_at(std::uint64_t later) const {
      return std::max<std::int64_t>(0, push - static_cast<std::int64_t>((later - time) >> kFading));
    }
  };

  [[nodiscard]] bool is_meeting(Index moment) const {
    return graph_.moments()[moment].clock == ClockEdge::kMeeting;
  }
  [[nodiscard]] std::uint64_t time(Index moment) const { return graph_.moments()[moment].time; }
  [[nodiscard]] Anchor& anchor(Index moment) { return anchors_[graph_.moments()[moment].clock]; }

  // Computes the earliest times that satisfy all edges.
  void go_forward() {
    reached_.resize(graph_.moments().size());
    is_jump_.resize(reached_.size());
    for (const Index group : graph_.order()) {
      std::uint64_t when = 0;
      Index member = group;
      do {
        if (!is_meeting(member)) {
          reached_[member] = std::max(
              reached_[member],
              time(member) + static_cast<std::uint64_t>(anchor(member).push_at(time(member))));
        }
        when = std::max(when, reached_[member]);
        member = graph_.next_in_group(member);
      } while (member != group);
      do {
        arrive(member, when);
        member = graph_.next_in_group(member);
      } while (member != group);
    }
  }

  void arrive(Index moment, std::uint64_t when) {
    reached_[moment] = when;
    if (!is_meeting(moment)) {
      const auto push = static_cast<std::int64_t>(when - time(moment));
      const std::int64_t unforced = anchor(moment).push_at(time(moment));
      if (push > unforced) {
        anchor(moment) = {time(moment), push};
        is_jump_[moment] = true;
        ++result_.jumps;
        result_.greatest = std::max(result_.greatest, push);
      }
    }
    for (const Index target : graph_.next(moment))
      if (target != ClockGraph::kNone) reached_[target] = std::max(reached_[target], when);
  }

  // Computes by how much each moment could be delayed.
  void find_rooms() {
    const std::size_t moments = graph_.moments().size();
    rooms_.assign(moments, kNoBound);
    const auto narrow = [this](Index moment, std::uint64_t from) {
      for (const Index target : graph_.next(moment)) {
        if (target == ClockGraph::kNone) continue;
        // Meetings have no time: their leaving edges limit their arriving edges.
        const std::int64_t room =
            is_meeting(target)
                ? rooms_[target] == kNoBound
                      ? kNoBound
                      : static_cast<std::int64_t>(reached_[target] - from) + rooms_[target]
                : static_cast<std::int64_t>(reached_[target] - from);
        rooms_[moment] = std::min(rooms_[moment], room);
      }
    };
    for (auto moment = static_cast<Index>(moments); moment-- > 0;)
      if (is_meeting(moment)) narrow(moment, reached_[moment]);
    for (Index moment = 0; moment < moments; ++moment)
      if (!is_meeting(moment)) narrow(moment, reached_[moment]);
  }

  // For one clock: moments before a jump move with it, the more the closer they are.
  void smooth(Index first, Index last) {
    ramps_.clear();
    Anchor anchor;
    for (Index moment = first; moment < last; ++moment) {
      if (!is_jump_[moment]) continue;
      const std::int64_t push = push_of(moment);  // unaffected by later jumps
      smooth(first, {moment, push - anchor.push_at(time(moment))});
      anchor = {time(moment), push};
    }
  }

  void smooth(Index first, const Jump& jump) {
    const std::uint64_t right = time(jump.at);
    std::uint64_t length = 0;
    if (__builtin_mul_overflow(static_cast<std::uint64_t>(jump.height), std::uint64_t{kWindow},
                               &length) ||
        length > span_)
      length = span_;
    std::uint64_t left = right - std::min(length, right);
    Index begin = jump.at;
    while (begin > first && time(begin - 1) > left && jump.at - begin < kMostBefore) --begin;
    if (begin > first) left = std::max(left, time(begin - 1));
    ramps_.push_back({begin, left});
    Chain chain;
    chain.add(left, 0);
    for (Index moment = begin; moment < jump.at; ++moment)
      if (rooms_[moment] < jump.height) chain.add(time(moment), rooms_[moment]);
    chain.add(right, jump.height);
    for (Index moment = begin; moment < jump.at; ++moment) {
      const std::int64_t shift = chain.at(time(moment));
      reached_[moment] += static_cast<std::uint64_t>(shift);
      if (rooms_[moment] != kNoBound) rooms_[moment] -= shift;
    }
  }

  // The greatest convex function below points with ascending times.
  class Chain {
   public:
    void add(std::uint64_t time, std::int64_t height) {
      while (points_.size() > 1 &&
             !is_convex(points_[points_.size() - 2], points_.back(), {time, height}))
        points_.pop_back();
      if (!points_.empty() && points_.back().time == time) {
        points_.back().height = std::min(points_.back().height, height);
        return;
      }
      points_.push_back({time, height});
    }
    // For ascending times; whole ticks, rounded down.
    [[nodiscard]] std::int64_t at(std::uint64_t time) {
      while (current_ + 2 < points_.size() && points_[current_ + 1].time <= time) ++current_;
      if (current_ + 1 >= points_.size()) return 0;
      const Point& a = points_[current_];
      const Point& b = points_[current_ + 1];
      if (time <= a.time) return a.height;
      const auto rise = static_cast<Wide>(b.height - a.height);
      return a.height + static_cast<std::int64_t>(rise * (time - a.time) / (b.time - a.time));
    }

   private:
    struct Point {
      std::uint64_t time;
      std::int64_t height;
    };
    static bool is_convex(const Point& a, const Point& b, const Point& c) {
      return static_cast<Wide>(b.height - a.height) * (c.time - b.time) <=
             static_cast<Wide>(c.height - b.height) * (b.time - a.time);
    }
    std::vector<Point> points_;
    std::size_t current_ = 0;
  };

  [[nodiscard]] std::int64_t push_of(Index moment) const {
    return static_cast<std::int64_t>(reached_[moment] - time(moment));
  }
  // Zero if no ramp begins there.
  [[nodiscard]] std::uint64_t begin_of_ramp(Index moment) const {
    const auto ramp = std::ranges::lower_bound(ramps_, moment, {}, &Ramp::first);
    return ramp != ramps_.end() && ramp->first == moment ? ramp->begin : 0;
  }
  // For one clock; omits points that linear interpolation gives anyway.
  [[nodiscard]] std::vector<ClockOffset> knots(Index first, Index last) const {
    std::vector<ClockOffset> all;
    const auto add = [&all](std::uint64_t when, std::int64_t push) {
      const std::size_t size = all.size();
      if (size > 1 && all[size - 1].offset == push && all[size - 2].offset == push) all.pop_back();
      all.push_back({Timestamp{when}, push});
    };
    add(0, 0);
    for (Index moment = first; moment < last; ++moment) {
      const std::int64_t push = push_of(moment);
      // Moments long before a ramp do not move.
      const std::int64_t before = moment == first ? 0 : push_of(moment - 1);
      const std::uint64_t left = begin_of_ramp(moment);
      if (before <= push && all.back().time.ticks < left && left < time(moment)) add(left, before);
      if (time(moment) > 0) add(time(moment), push);
    }
    const ClockOffset end = all.back();
    if (end.time.ticks < kEndOfTime.ticks) add(end.time.ticks + 1, end.offset);
    if (std::ranges::all_of(all, [](const ClockOffset& knot) { return knot.offset == 0; }))
      all.clear();
    all.shrink_to_fit();
    return all;
  }

  ClockGraph graph_;
  std::vector<std::uint64_t> reached_;
  std::uint64_t span_ = 0;       // between the first and the last moment
  std::vector<Anchor> anchors_;  // indexed by clock: its latest one
  std::vector<std::int64_t> rooms_;
  std::vector<bool> is_jump_;
  std::vector<Ramp> ramps_;
  LogicalClock result_;
};

// Starts with few edges, as most have much slack.
LeastClock least_possible_clock(ClockEdges&& edges, std::size_t processes) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 2;
  const std::int64_t least = edges.least_slack();
  if (least == 0 && edges.reach() > 0) return {.clock = logical_clock({}, processes)};
  const auto doubled = [](std::int64_t ticks) { return ticks < kMost / 2 ? 2 * ticks : kMost; };
  std::int64_t slack = doubled(std::max<std::int64_t>(-std::max(least, -kMost), 1));
  for (;;) {
    if (slack >= edges.reach()) return {.clock = std::nullopt, .needed = slack};
    Solution solution(edges.edges_below(slack));
    const std::int64_t greatest = solution.greatest_push();
    if (greatest < slack || slack == kMost) {
      edges = ClockEdges(0);
      return {.clock = solution.finish(processes)};
    }
    slack = std::max(doubled(slack), doubled(greatest));
  }
}

}  // namespace

LogicalClock logical_clock(std::span<const ClockEdge> edges, std::size_t processes) {
  Solution solution(edges);
  (void)solution.greatest_push();
  return solution.finish(processes);
}

LeastClock least_clock(ClockEdges&& edges, std::size_t processes) {
  const std::uint64_t impossible = edges.impossible();
  LeastClock least = least_possible_clock(std::move(edges), processes);
  if (least.clock) least.clock->contradictions += impossible;
  return least;
}

}  // namespace lull
