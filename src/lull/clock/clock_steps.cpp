// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/clock_steps.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>
#include <utility>

#include "lull/clock/hulls/corridor.hpp"

namespace lull {
namespace {

constexpr double kGreatestOffset = 1e9;  // seconds
constexpr double kGreatestDrift = 4e-4;  // between two clocks
constexpr double kTolerance = 1e-6;      // seconds
constexpr std::size_t kMostRounds = 64;
constexpr std::size_t kMostBreaks = 16;  // for each clock, on average

// One message between two clocks.
struct Sight {
  Timestamp on_first;
  Timestamp on_second;
  bool to_second = true;
};

// One of the two clocks was set between these messages.
struct Doubt {
  ClockPair clocks;
  Sight from;
  Sight until;

  [[nodiscard]] ClockBreak on(std::uint32_t clock) const {
    const auto [earliest, latest] = clock == clocks.first
                                        ? std::minmax(from.on_first, until.on_first)
                                        : std::minmax(from.on_second, until.on_second);
    return {earliest, latest};
  }
  // Returns whether the clock would have gone back; that is rare, as most programs would then
  // record a time twice.
  [[nodiscard]] bool goes_back(std::uint32_t clock) const {
    const bool first_goes_back = until.on_first - until.on_second < from.on_first - from.on_second;
    return clock == clocks.first ? first_goes_back : !first_goes_back;
  }
};

using Sights = std::map<ClockPair, std::vector<Sight>>;  // lower clock first

Sights sights_of(const TimedClockHulls& hulls) {
  Sights sights;
  for (const auto& [pair, pieces] : hulls) {
    const bool ascends = pair.first < pair.second;
    if (pair.first == pair.second) continue;
    auto& of_pair = sights[ascends ? pair : ClockPair{pair.second, pair.first}];
    pieces.for_each_point([&](ClockPoint point) {
      of_pair.push_back(ascends ? Sight{point.sent, point.arrived, true}
                                : Sight{point.arrived, point.sent, false});
    });
  }
  for (auto& [pair, of_pair] : sights)
    std::ranges::sort(of_pair, {}, [](const Sight& sight) {
      return std::tuple(sight.on_first, sight.on_second, sight.to_second);
    });
  return sights;
}

class PairSearch {
 public:
  PairSearch(ClockPair clocks, const std::vector<Sight>& sights, double ticks)
      : clocks_(clocks), sights_(sights), ticks_(ticks) {}

  void run(const ClockBreaks& known, std::vector<Doubt>& doubts) {
    begin_ = sights_.front().on_first;
    std::pair<std::uint32_t, std::uint32_t> era{0, 0};
    std::size_t first = 0;  // sight of the era, or after the last doubt
    Corridor corridor = everything();
    for (std::size_t i = 0; i < sights_.size(); ++i) {
      const auto on_first = breaks_before(known[clocks_.first], sights_[i].on_first);
      const auto on_second = breaks_before(known[clocks_.second], sights_[i].on_second);
      if (!on_first || !on_second) continue;
      if (era != std::pair(*on_first, *on_second)) {
        era = {*on_first, *on_second};
        first = i;
        corridor = everything();
      }
      narrow(corridor, sights_[i]);
      if (!corridor.empty()) continue;
      doubts.push_back({clocks_, sights_[last_difference(first, i)], sights_[i]});
      first = i;
      corridor = everything();
      narrow(corridor, sights_[i]);
    }
  }

 private:
  static Corridor everything() { return {kGreatestOffset, kGreatestDrift}; }

  // Searching backwards from a sight, returns the first that is inconsistent with it.
  [[nodiscard]] std::size_t last_difference(std::size_t first, std::size_t sight) const {
    Corridor corridor = everything();
    for (std::size_t i = sight + 1; i-- > first;) {
      narrow(corridor, sights_[i]);
      if (corridor.empty()) return i;
    }
    return first;
  }

  void narrow(Corridor& corridor, const Sight& sight) const {
    const double x = static_cast<double>((sight.on_first - begin_).ticks) / ticks_;
    const double difference =
        static_cast<double>((sight.on_first - sight.on_second).ticks) / ticks_;
    if (sight.to_second)
      corridor.stay_above(x, difference - kTolerance);
    else
      corridor.stay_below(x, difference + kTolerance);
  }

  ClockPair clocks_;
  const std::vector<Sight>& sights_;
  double ticks_;
  Timestamp begin_;
};

struct Blame {
  std::uint32_t clock = 0;
  ClockBreak at;
  std::size_t doubts = 0;      // pairs that observe the clock around it without a contradiction
  std::size_t objections = 0;  // pairs that see the clock before and after it, and nothing odd
  std::size_t backwards = 0;   // pairs for which the clock would have gone back

  [[nodiscard]] bool is_better_than(const Blame& other) const {
    if (doubts != other.doubts) return doubts > other.doubts;
    return std::tie(objections, backwards) < std::tie(other.objections, other.backwards);
  }
};

// Indexed by clock: the other clock, and the period of observation on the clock's own time.
struct Seen {
  std::uint32_t other = 0;
  Timestamp first;
  Timestamp last;
};
using SeenBy = std::vector<std::vector<Seen>>;

SeenBy seen_by(const Sights& sights, std::size_t clocks) {
  SeenBy seen(clocks);
  for (const auto& [pair, of_pair] : sights) {
    if (of_pair.empty()) continue;
    const auto [first, last] = std::ranges::minmax(of_pair, {}, &Sight::on_second);
    seen[pair.first].push_back({pair.second, of_pair.front().on_first, of_pair.back().on_first});
    seen[pair.second].push_back({pair.first, first.on_second, last.on_second});
  }
  return seen;
}

void add_evidence(Blame& blame, const std::vector<Doubt>& doubts, const SeenBy& seen) {
  std::set<std::uint32_t> agree;
  for (const Doubt& doubt : doubts) {
    if (doubt.clocks.first == blame.clock) agree.insert(doubt.clocks.second);
    if (doubt.clocks.second == blame.clock) agree.insert(doubt.clocks.first);
    if (doubt.clocks.first == blame.clock || doubt.clocks.second == blame.clock)
      blame.backwards += doubt.goes_back(blame.clock) ? 1 : 0;
  }
  blame.objections =
      static_cast<std::size_t>(std::ranges::count_if(seen[blame.clock], [&](const Seen& one) {
        return one.first < blame.at.earliest && one.last > blame.at.latest &&
               !agree.contains(one.other);
      }));
}

// Returns the time that lies in most of the clock's doubts.
Blame blame(std::uint32_t clock, const std::vector<Doubt>& doubts) {
  std::vector<std::tuple<Timestamp, int, Timestamp>> ends;  // time, -1 start / +1 end, other end
  for (const Doubt& doubt : doubts) {
    if (doubt.clocks.first != clock && doubt.clocks.second != clock) continue;
    const ClockBreak at = doubt.on(clock);
    ends.emplace_back(at.earliest, -1, at.latest);
    ends.emplace_back(at.latest, 1, at.earliest);
  }
  std::ranges::sort(ends);
  Blame best;
  best.clock = clock;
  std::multiset<Timestamp> open;  // ends of the doubts that have begun
  for (const auto& [time, kind, other] : ends) {
    if (kind == 1) {
      open.erase(open.find(time));
      continue;
    }
    open.insert(other);
    if (open.size() <= best.doubts) continue;
    best.at = {time, *open.begin()};
    best.doubts = open.size();
  }
  return best;
}

bool add_break(std::vector<ClockBreak>& breaks, ClockBreak more) {
  const bool overlaps = std::ranges::any_of(breaks, [&](const ClockBreak& other) {
    return more.earliest <= other.latest && other.earliest <= more.latest;
  });
  if (overlaps) return false;
  breaks.insert(std::ranges::upper_bound(breaks, more.earliest, {}, &ClockBreak::earliest), more);
  return true;
}

// Attributes doubts to clocks, starting with those that explain most. Returns whether any break was
// added.
bool explain(std::vector<Doubt>& doubts, const SeenBy& seen, ClockBreaks& breaks) {
  bool added = false;
  std::size_t most = 0;
  while (!doubts.empty()) {
    Blame best;
    for (std::uint32_t clock = 0; clock < breaks.size(); ++clock) {
      Blame one = blame(clock, doubts);
      if (one.doubts == 0 || one.doubts < best.doubts) continue;
      add_evidence(one, doubts, seen);
      if (one.is_better_than(best)) best = one;
    }
    most = std::max(most, best.doubts);
    if (best.doubts * 2 < most) break;  // the rest may disappear once these are known
    auto width = Duration{std::numeric_limits<std::int64_t>::max()};
    std::erase_if(doubts, [&](const Doubt& doubt) {
      if (doubt.clocks.first != best.clock && doubt.clocks.second != best.clock) return false;
      const ClockBreak at = doubt.on(best.clock);
      if (at.latest < best.at.earliest || best.at.latest < at.earliest) return false;
      width = std::min(width, at.latest - at.earliest);
      return true;
    });
    // Hulls omit most messages: the hulls of different pairs hardly have a time in common.
    const ClockBreak wider{best.at.earliest + Duration{-width.ticks}, best.at.latest + width};
    added = add_break(breaks[best.clock], wider) || added;
  }
  return added;
}

}  // namespace

std::optional<std::uint32_t> breaks_before(const std::vector<ClockBreak>& breaks, Timestamp time) {
  const auto next = std::ranges::upper_bound(breaks, time, {}, &ClockBreak::earliest);
  const auto before = static_cast<std::uint32_t>(next - breaks.begin());
  if (next == breaks.begin()) return before;
  const ClockBreak& last = *std::prev(next);
  if (time >= last.latest) return before;
  if (time > last.earliest) return std::nullopt;
  return before - 1;
}

ClockBreaks find_breaks(const TimedClockHulls& hulls, std::size_t clocks,
                        std::uint64_t ticks_per_second) {
  const Sights sights = sights_of(hulls);
  const SeenBy seen = seen_by(sights, clocks);
  ClockBreaks breaks(clocks);
  for (std::size_t round = 0; round < kMostRounds; ++round) {
    std::vector<Doubt> doubts;
    for (const auto& [pair, of_pair] : sights)
      PairSearch(pair, of_pair, static_cast<double>(ticks_per_second)).run(breaks, doubts);
    std::size_t known = 0;
    for (const auto& of_clock : breaks) known += of_clock.size();
    if (known > kMostBreaks * clocks) return {};
    if (doubts.empty() || !explain(doubts, seen, breaks)) return known > 0 ? breaks : ClockBreaks();
  }
  return {};
}

}  // namespace lull
