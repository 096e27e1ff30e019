// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/clock_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "lull/clock/solver/circles.hpp"
#include "lull/clock/solver/many_clocks.hpp"

namespace lull {
namespace {

constexpr double kDriftUnit = 1e-4;  // the standard deviation of drifts: 100 ppm
// The smallest plausible drift if nothing satisfies all messages: a clock that is four times as
// fast. A smaller one would make different times equal.
constexpr double kFastestClock = -0.75;
constexpr double kRounding = 0.25;  // a reversal of less than a tick does not count

// Groups of clocks linked by messages in both directions, directly or indirectly.
class TiedGroups {
 public:
  TiedGroups(const ClockHulls& hulls, std::size_t clocks) : group_(clocks) {
    const Neighbours later(static_cast<std::uint32_t>(clocks), [&hulls](auto&& visit) {
      for (const auto& [pair, hull] : hulls) visit(pair.first, pair.second);
    });
    groups_ = circles_of(later);
    for (std::size_t group = 0; group < groups_.size(); ++group)
      for (const std::uint32_t member : groups_[group]) group_[member] = group;
  }

  // No group has messages from a later one.
  [[nodiscard]] const std::vector<std::vector<std::uint32_t>>& groups() const { return groups_; }
  [[nodiscard]] std::size_t of(std::uint32_t clock) const { return group_[clock]; }

 private:
  std::vector<std::size_t> group_;
  std::vector<std::vector<std::uint32_t>> groups_;
};

// Returns the shift at a time, after this many steps of the clock.
double shift_after(const ClockEstimate& estimate, std::uint32_t clock, Timestamp time,
                   std::uint32_t steps) {
  const ClockLine& line = estimate.lines[clock];
  double shift = line.offset + line.drift * static_cast<double>((time - estimate.middle).ticks);
  for (std::uint32_t i = 0; i < steps; ++i) shift += line.steps[i].height;
  return shift;
}

// Sets the observed time span; a line needs two different times.
void find_span(const ClockHulls& hulls, ClockEstimate& estimate) {
  Timestamp first = kEndOfTime;
  Timestamp last;
  for (const auto& [pair, hull] : hulls)
    for (const ClockPoint point : hull.points()) {
      first = std::min({first, point.sent, point.arrived});
      last = std::max({last, point.sent, point.arrived});
    }
  estimate.first = std::min(first, last);
  estimate.last = std::max(last, estimate.first + Duration{1});
  estimate.middle = Timestamp{estimate.first.ticks + (last.ticks - estimate.first.ticks) / 2};
}

// The messages between two clocks with a given number of steps of each.
struct Era {
  ClockPair pair;
  std::uint32_t steps_from = 0;
  std::uint32_t steps_to = 0;
  friend auto operator<=>(const Era&, const Era&) = default;
};
using HullsOfEras = std::map<Era, LowerHull>;

class Estimate {
 public:
  // `all`: the hulls of all eras.
  Estimate(const ClockHulls& all, const HullsOfEras& eras, std::span<const std::size_t> steps,
           std::size_t clocks, std::uint64_t ticks_per_second)
      : eras_(eras),
        steps_(steps),
        ticks_(static_cast<double>(ticks_per_second)),
        groups_(all, clocks),
        place_(clocks) {
    find_span(all, result_);
    result_.lines.resize(clocks);
    result_.ties.resize(clocks, ClockTies::None);
  }

  // Estimates the heights of steps, but not their times.
  ClockEstimate run() {
    result_.holds_all = true;
    std::vector<std::vector<ClockConstraint>> inside(groups_.groups().size());
    for (const auto& members : groups_.groups())
      for (std::uint32_t i = 0; i < members.size(); ++i) place_[members[i]] = i;
    for (const auto& [era, hull] : eras_)
      if (groups_.of(era.pair.first) == groups_.of(era.pair.second))
        for (const ClockPoint point : hull.points())
          // Otherwise every line satisfies the point.
          if (era.pair.first != era.pair.second || point.arrived < point.sent)
            inside[groups_.of(era.pair.first)].push_back(constraint(era, point));
    for (std::size_t group = 0; group < inside.size(); ++group) solve(group, inside[group]);
    place_groups();
    return std::move(result_);
  }

 private:
  [[nodiscard]] ClockConstraint constraint(const Era& era, ClockPoint point) const {
    const auto since_middle = [&](Timestamp time) {
      return static_cast<double>((time - result_.middle).ticks) / ticks_ * kDriftUnit;
    };
    return {place_[era.pair.first],
            place_[era.pair.second],
            (static_cast<double>((point.arrived - point.sent).ticks) + kRounding) / ticks_,
            since_middle(point.sent),
            since_middle(point.arrived),
            era.steps_from,
            era.steps_to};
  }

  void solve(std::size_t group, const std::vector<ClockConstraint>& constraints) {
    const auto& members = groups_.groups()[group];
    std::vector<std::size_t> steps;
    if (!steps_.empty())
      for (const std::uint32_t member : members) steps.push_back(steps_[member]);
    if (constraints.empty()) {  // the heights of steps are unknown
      for (std::size_t i = 0; i < steps.size(); ++i)
        result_.lines[members[i]].steps.resize(steps[i]);
      return;
    }
    const ClockCentre centre = centre_of_any(constraints, members.size(), steps);
    if (!(centre.least >= 0)) result_.holds_all = false;
    const bool drifts = centre.least >= 0 || are_needed(centre, constraints);
    for (std::size_t i = 0; i < members.size(); ++i) {
      ClockLine& line = result_.lines[members[i]];
      line = {centre.offsets[i] * ticks_, centre.drifts[i] * kDriftUnit};
      if (!drifts || (centre.least < 0 && line.drift < kFastestClock)) line.drift = 0;
      for (const double height : centre.steps[i]) line.steps.push_back({{}, height * ticks_});
      if (members.size() > 1) result_.ties[members[i]] = ClockTies::BothWays;
    }
  }

  // If nothing satisfies all messages: returns whether large drifts improve the result much. In
  // short traces they only make different times equal.
  [[nodiscard]] static bool are_needed(const ClockCentre& centre,
                                       const std::vector<ClockConstraint>& constraints) {
    constexpr double kGreat = 1e-2 / kDriftUnit;
    constexpr double kMuch = 2;
    if (std::ranges::all_of(centre.drifts, [](double drift) { return std::abs(drift) < kGreat; }))
      return true;
    ClockCentre without = centre;
    std::ranges::fill(without.drifts, 0.0);
    double least = 0;
    for (const ClockConstraint& one : constraints) least = std::min(least, left_by(one, without));
    return least < kMuch * centre.least;
  }

  // Places groups that only receive messages so that the fastest of these takes no time.
  void place_groups() {
    std::vector<std::vector<const HullsOfEras::value_type*>> into(groups_.groups().size());
    for (const auto& hull : eras_)
      if (groups_.of(hull.first.pair.first) != groups_.of(hull.first.pair.second))
        into[groups_.of(hull.first.pair.second)].push_back(&hull);
    for (std::size_t group = 0; group < into.size(); ++group) {
      double least = std::numeric_limits<double>::infinity();
      for (const auto* hull : into[group]) {
        note_one_way(hull->first.pair.first), note_one_way(hull->first.pair.second);
        for (const ClockPoint point : hull->second.points())
          least = std::min(least, travel_time(hull->first, point));
      }
      if (into[group].empty()) continue;
      for (const std::uint32_t clock : groups_.groups()[group])
        result_.lines[clock].offset -= least;
    }
  }
  [[nodiscard]] double travel_time(const Era& era, ClockPoint point) const {
    return static_cast<double>((point.arrived - point.sent).ticks) +
           shift_after(result_, era.pair.second, point.arrived, era.steps_to) -
           shift_after(result_, era.pair.first, point.sent, era.steps_from);
  }
  void note_one_way(std::uint32_t clock) {
    if (result_.ties[clock] == ClockTies::None) result_.ties[clock] = ClockTies::OneWay;
  }

  const HullsOfEras& eras_;
  std::span<const std::size_t> steps_;
  double ticks_;
  TiedGroups groups_;
  std::vector<std::uint32_t> place_;  // a clock's place within its group
  ClockEstimate result_;
};

// A message whose time on a clock lies within a break of that clock.
struct Doubtful {
  Timestamp time;
  bool is_sent = true;  // by this clock
  ClockPoint point;
  std::uint32_t partner = 0;
  std::uint32_t steps_of_partner = 0;
};

// Any time within the break is possible: returns the one with the smallest total violation.
Timestamp best_time(const ClockEstimate& estimate, std::uint32_t clock, std::uint32_t step,
                    ClockBreak within, std::span<const Doubtful> doubtful) {
  constexpr std::size_t kMostTimes = 512;
  Timestamp best = within.latest;
  double least = std::numeric_limits<double>::infinity();
  const std::size_t stride = doubtful.size() / kMostTimes + 1;
  for (std::size_t i = 0; i <= doubtful.size(); i += stride) {
    const Timestamp time = i < doubtful.size() ? doubtful[i].time : within.latest;
    double violation = 0;
    for (const Doubtful& one : doubtful) {
      const std::uint32_t steps = step + (one.time >= time ? 1 : 0);
      const double own = shift_after(estimate, clock, one.time, steps);
      const double other =
          shift_after(estimate, one.partner, one.is_sent ? one.point.arrived : one.point.sent,
                      one.steps_of_partner);
      const auto raw = static_cast<double>((one.point.arrived - one.point.sent).ticks);
      violation += std::max(0.0, -(raw + (one.is_sent ? other - own : own - other)));
    }
    if (violation < least) least = violation, best = time;
  }
  return best;
}

void place_steps(ClockEstimate& estimate, const TimedClockHulls& hulls, const ClockBreaks& breaks) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Doubtful>> doubtful;
  const auto note = [&](std::uint32_t clock, Timestamp time, Doubtful one, Timestamp partners) {
    if (breaks_before(breaks[clock], time)) return;
    const auto next = std::ranges::upper_bound(breaks[clock], time, {}, &ClockBreak::earliest);
    one.time = time;
    one.steps_of_partner = breaks_before(breaks[one.partner], partners).value_or(0);
    doubtful[{clock, static_cast<std::uint32_t>(next - breaks[clock].begin() - 1)}].push_back(one);
  };
  for (const auto& [pair, pieces] : hulls)
    pieces.for_each_point([&, pair = pair](ClockPoint point) {
      note(pair.first, point.sent, {{}, true, point, pair.second, 0}, point.arrived);
      note(pair.second, point.arrived, {{}, false, point, pair.first, 0}, point.sent);
    });
  for (std::uint32_t clock = 0; clock < breaks.size(); ++clock)
    for (std::uint32_t step = 0; step < estimate.lines[clock].steps.size(); ++step) {
      auto& ones = doubtful[{clock, step}];
      std::ranges::sort(ones, {}, &Doubtful::time);
      ClockStep& placed = estimate.lines[clock].steps[step];
      placed.within = breaks[clock][step];
      placed.time = best_time(estimate, clock, step, placed.within, ones);
    }
}

}  // namespace

double ClockEstimate::shift(std::uint32_t clock, Timestamp time) const {
  const auto& steps = lines[clock].steps;
  const auto next = std::ranges::upper_bound(steps, time, {}, &ClockStep::time);
  return shift_after(*this, clock, time, static_cast<std::uint32_t>(next - steps.begin()));
}

double ClockEstimate::travel_time(ClockPair clocks, ClockPoint point) const {
  return static_cast<double>((point.arrived - point.sent).ticks) +
         shift(clocks.second, point.arrived) - shift(clocks.first, point.sent);
}

ClockEstimate estimate_clocks(const ClockHulls& hulls, std::size_t clocks,
                              std::uint64_t ticks_per_second) {
  HullsOfEras eras;
  for (const auto& [pair, hull] : hulls) eras.emplace(Era{pair}, hull);
  return Estimate(hulls, eras, {}, clocks, ticks_per_second).run();
}

ClockEstimate estimate_clocks(const TimedClockHulls& hulls, const ClockBreaks& breaks,
                              std::uint64_t ticks_per_second) {
  ClockHulls all;
  HullsOfEras eras;
  for (const auto& [pair, pieces] : hulls) {
    all.emplace(pair, pieces.whole());
    pieces.for_each_point([&, pair = pair](ClockPoint point) {
      const auto from = breaks_before(breaks[pair.first], point.sent);
      const auto to = breaks_before(breaks[pair.second], point.arrived);
      if (from && to) eras[{pair, *from, *to}].add(point);
    });
  }
  std::vector<std::size_t> steps;
  for (const auto& of_clock : breaks) steps.push_back(of_clock.size());
  ClockEstimate estimate = Estimate(all, eras, steps, breaks.size(), ticks_per_second).run();
  place_steps(estimate, hulls, breaks);
  return estimate;
}

}  // namespace lull
