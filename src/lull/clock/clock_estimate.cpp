// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/clock_estimate.hpp"

#include <algorithm>
#include <limits>

#include "lull/clock/circles.hpp"
#include "lull/clock/clock_centre.hpp"

namespace lull {
namespace {

constexpr double kDriftUnit = 1e-4;  // the standard deviation of drifts: 100 ppm
constexpr double kRounding = 0.25;   // what may be reversed by less than a tick, is not

// Clocks that messages tie in both directions, directly or by way of others.
class TiedGroups {
 public:
  TiedGroups(const ClockHulls& hulls, std::size_t clocks) : group_(clocks) {
    Neighbours later(clocks);
    for (const auto& [pair, hull] : hulls) later[pair.first].push_back(pair.second);
    groups_ = circles_of(later);
    for (std::size_t group = 0; group < groups_.size(); ++group)
      for (const std::uint32_t member : groups_[group]) group_[member] = group;
  }

  // None has messages from a later one.
  [[nodiscard]] const std::vector<std::vector<std::uint32_t>>& groups() const { return groups_; }
  [[nodiscard]] std::size_t of(std::uint32_t clock) const { return group_[clock]; }

 private:
  std::vector<std::size_t> group_;
  std::vector<std::vector<std::uint32_t>> groups_;
};

// Half way between the first and the last time that is seen.
Timestamp middle_of(const ClockHulls& hulls) {
  Timestamp first = kEndOfTime;
  Timestamp last;
  for (const auto& [pair, hull] : hulls)
    for (const ClockPoint point : hull.points()) {
      first = std::min({first, point.sent, point.arrived});
      last = std::max({last, point.sent, point.arrived});
    }
  return first < last ? Timestamp{first.ticks + (last.ticks - first.ticks) / 2} : last;
}

class Estimate {
 public:
  Estimate(const ClockHulls& hulls, std::size_t clocks, std::uint64_t ticks_per_second)
      : hulls_(hulls),
        ticks_(static_cast<double>(ticks_per_second)),
        groups_(hulls, clocks),
        place_(clocks) {
    result_.middle = middle_of(hulls);
    result_.lines.resize(clocks);
    result_.ties.resize(clocks, ClockTies::None);
  }

  ClockEstimate run() {
    result_.holds_all = true;
    std::vector<std::vector<ClockConstraint>> inside(groups_.groups().size());
    for (const auto& members : groups_.groups())
      for (std::uint32_t i = 0; i < members.size(); ++i) place_[members[i]] = i;
    for (const auto& [pair, hull] : hulls_)
      if (groups_.of(pair.first) == groups_.of(pair.second))
        for (const ClockPoint point : hull.points())
          if (pair.first != pair.second || point.arrived < point.sent)  // else every line does
            inside[groups_.of(pair.first)].push_back(constraint(pair, point));
    for (std::size_t group = 0; group < inside.size(); ++group) solve(group, inside[group]);
    place_groups();
    return std::move(result_);
  }

 private:
  [[nodiscard]] ClockConstraint constraint(ClockPair pair, ClockPoint point) const {
    const auto since_middle = [&](Timestamp time) {
      return static_cast<double>((time - result_.middle).ticks) / ticks_ * kDriftUnit;
    };
    return {place_[pair.first], place_[pair.second],
            (static_cast<double>((point.arrived - point.sent).ticks) + kRounding) / ticks_,
            since_middle(point.sent), since_middle(point.arrived)};
  }

  void solve(std::size_t group, const std::vector<ClockConstraint>& constraints) {
    const auto& members = groups_.groups()[group];
    if (constraints.empty()) return;
    const ClockCentre centre = centre_of(constraints, members.size());
    if (!(centre.least >= 0)) result_.holds_all = false;
    for (std::size_t i = 0; i < members.size(); ++i) {
      result_.lines[members[i]] = {centre.offsets[i] * ticks_, centre.drifts[i] * kDriftUnit};
      if (members.size() > 1) result_.ties[members[i]] = ClockTies::BothWays;
    }
  }

  // Groups that only have messages from others come to where the fastest of these takes no time.
  void place_groups() {
    std::vector<std::vector<const ClockHulls::value_type*>> into(groups_.groups().size());
    for (const auto& hull : hulls_)
      if (groups_.of(hull.first.first) != groups_.of(hull.first.second))
        into[groups_.of(hull.first.second)].push_back(&hull);
    for (std::size_t group = 0; group < into.size(); ++group) {
      double least = std::numeric_limits<double>::infinity();
      for (const auto* hull : into[group]) {
        note_one_way(hull->first.first), note_one_way(hull->first.second);
        for (const ClockPoint point : hull->second.points())
          least = std::min(least, result_.travel_time(hull->first, point));
      }
      if (into[group].empty()) continue;
      for (const std::uint32_t clock : groups_.groups()[group])
        result_.lines[clock].offset -= least;
    }
  }
  void note_one_way(std::uint32_t clock) {
    if (result_.ties[clock] == ClockTies::None) result_.ties[clock] = ClockTies::OneWay;
  }

  const ClockHulls& hulls_;
  double ticks_;
  TiedGroups groups_;
  std::vector<std::uint32_t> place_;  // of a clock in its group
  ClockEstimate result_;
};

}  // namespace

double ClockEstimate::travel_time(ClockPair clocks, ClockPoint point) const {
  const auto shift = [&](std::uint32_t clock, Timestamp time) {
    return lines[clock].offset + lines[clock].drift * static_cast<double>((time - middle).ticks);
  };
  return static_cast<double>((point.arrived - point.sent).ticks) +
         shift(clocks.second, point.arrived) - shift(clocks.first, point.sent);
}

ClockEstimate estimate_clocks(const ClockHulls& hulls, std::size_t clocks,
                              std::uint64_t ticks_per_second) {
  return Estimate(hulls, clocks, ticks_per_second).run();
}

}  // namespace lull
