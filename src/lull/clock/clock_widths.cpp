// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/clock_widths.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <queue>
#include <tuple>
#include <utility>

#include "lull/clock/hulls/corridor.hpp"
#include "lull/clock/node_clocks.hpp"
#include "lull/clock/time_map.hpp"

namespace lull {
namespace {

constexpr double kGreatestDriftLeft = 3e-4;  // remaining between two clocks
constexpr std::size_t kFew = 128;            // number of clocks up to which all pairs are examined

// A period in which neither of two clocks is set; messages in both directions.
struct EraOfPair {
  std::vector<std::tuple<double, double, bool>> sights;  // time, travel time, whether to second
  double begin = 0;
  double end = 0;

  void add(double time, double travel, bool to_second) {
    if (sights.empty()) begin = end = time;
    begin = std::min(begin, time);
    end = std::max(end, time);
    sights.emplace_back(time, std::max(travel, 0.0), to_second);
  }
};
using ErasOfPair = std::map<std::pair<std::uint32_t, std::uint32_t>, EraOfPair>;

std::uint64_t key_of(ClockPair pair) { return std::uint64_t{pair.first} << 32U | pair.second; }

// Returns how far, at most, the first clock may be ahead of the second at this time, and behind it.
std::pair<double, double> bounds_at(const ErasOfPair& eras, double time, double greatest) {
  const auto distance = [time](const auto& era) {
    return std::max({0.0, era.second.begin - time, time - era.second.end});
  };
  const EraOfPair& nearest = std::ranges::min_element(eras, {}, distance)->second;
  Corridor corridor(greatest, kGreatestDriftLeft);
  for (const auto& [when, travel, to_second] : nearest.sights)
    if (to_second)
      corridor.stay_above(when - time, -travel);
    else
      corridor.stay_below(when - time, travel);
  if (corridor.empty()) return {greatest, greatest};
  const auto [least, most] = corridor.at(0);
  return {std::max(most, 0.0), std::max(-least, 0.0)};
}

class Eras {
 public:
  Eras(const TimedClockHulls& hulls, const ClockCorrection& correction,
       const Definitions& definitions, const std::vector<std::uint32_t>& clocks)
      : correction_(correction), clocks_(clocks) {
    const ClockOffsets& offsets = offsets_taken(correction, definitions);
    for (const Process& process : definitions.processes) {
      const std::size_t location = process.locations.empty() ? 0 : process.locations[0].index();
      const bool known = !process.locations.empty() && location < offsets.size();
      maps_.emplace_back(known ? std::span<const ClockOffset>(offsets[location])
                               : std::span<const ClockOffset>());
    }
    for (const auto& [pair, pieces] : hulls)
      pieces.for_each_point([&, pair = pair](ClockPoint point) { look_at(pair, point); });
  }

  // Returns the eras of each pair; times are in ticks since the first.
  [[nodiscard]] std::map<ClockPair, ErasOfPair> of_pairs() const {
    std::map<ClockPair, ErasOfPair> eras;
    for (const Seen& seen : seen_) {
      const bool ascends = seen.clocks.first < seen.clocks.second;
      const ClockPair pair =
          ascends ? seen.clocks : ClockPair{seen.clocks.second, seen.clocks.first};
      const auto era = ascends ? seen.steps : std::pair{seen.steps.second, seen.steps.first};
      eras[pair][era].add(static_cast<double>((seen.sent - first_).ticks),
                          static_cast<double>((seen.arrived - seen.sent).ticks), ascends);
    }
    return eras;
  }
  [[nodiscard]] Timestamp first() const { return first_; }
  [[nodiscard]] Timestamp last() const { return last_; }

 private:
  struct Seen {
    ClockPair clocks;
    std::pair<std::uint32_t, std::uint32_t> steps;
    Timestamp sent;  // corrected
    Timestamp arrived;
  };

  void look_at(ClockPair processes, ClockPoint point) {
    const ClockPair clocks{clocks_[processes.first], clocks_[processes.second]};
    if (clocks.first == clocks.second) return;
    const Timestamp sent = maps_[processes.first](point.sent);
    const Timestamp arrived = maps_[processes.second](point.arrived);
    first_ = std::min(first_, sent);
    last_ = std::max(last_, arrived);
    seen_.push_back(
        {clocks,
         {steps_until(clocks.first, point.sent), steps_until(clocks.second, point.arrived)},
         sent,
         arrived});
  }
  [[nodiscard]] std::uint32_t steps_until(std::uint32_t clock, Timestamp time) const {
    return static_cast<std::uint32_t>(
        std::ranges::count_if(correction_.steps, [&](const ClockCorrection::Step& step) {
          return clocks_[step.process.index()] == clock && step.time <= time;
        }));
  }

  const ClockCorrection& correction_;
  const std::vector<std::uint32_t>& clocks_;
  std::vector<TimeMap> maps_;
  std::vector<Seen> seen_;
  Timestamp first_ = kEndOfTime;
  Timestamp last_;
};

}  // namespace

ClockWidths::ClockWidths(const TimedClockHulls& hulls, const ClockCorrection& correction,
                         const Definitions& definitions) {
  if (correction.by_node)
    clocks_ = nodes_of_processes(definitions);
  else
    for (std::uint32_t i = 0; i < definitions.processes.size(); ++i) clocks_.push_back(i);
  count_ = clocks_.empty() ? 0 : std::ranges::max(clocks_) + std::size_t{1};
  const Eras eras(hulls, correction, definitions, clocks_);
  if (eras.first() > eras.last()) return;
  first_ = eras.first();
  const auto length = static_cast<double>((eras.last() - eras.first()).ticks);
  spacing_ = std::max(1.0, length / (kTimes - 1));
  for (const auto& [pair, of_pair] : eras.of_pairs()) {
    Bounds& ahead = direct_[key_of(pair)];
    Bounds& behind = direct_[key_of({pair.second, pair.first})];
    for (std::size_t time = 0; time < kTimes; ++time) {
      const auto [most, least] =
          bounds_at(of_pair, spacing_ * static_cast<double>(time), std::max(length, 1.0));
      ahead.push_back(most);
      behind.push_back(least);
    }
  }
  if (count_ <= kFew)
    derive_through_others();
  else
    measure_ways();
  find_widest();
}

const ClockWidths::Bounds* ClockWidths::direct(std::uint32_t a, std::uint32_t b) const {
  const auto found = direct_.find(key_of({a, b}));
  return found == direct_.end() ? nullptr : &found->second;
}

// Derives bounds for two clocks through a third one (R. Floyd, 1962).
void ClockWidths::derive_through_others() {
  const double unknown = spacing_ * (kTimes - 1);
  std::vector<Bounds> all(count_ * count_, Bounds(kTimes, unknown));
  for (std::uint32_t a = 0; a < count_; ++a)
    for (std::uint32_t b = 0; b < count_; ++b)
      if (a == b)
        all[a * count_ + b].assign(kTimes, 0);
      else if (const Bounds* const bounds = direct(a, b))
        all[a * count_ + b] = *bounds;
  for (std::size_t by = 0; by < count_; ++by)
    for (std::size_t a = 0; a < count_; ++a)
      for (std::size_t b = 0; b < count_; ++b)
        for (std::size_t time = 0; time < kTimes; ++time)
          all[a * count_ + b][time] = std::min(
              all[a * count_ + b][time], all[a * count_ + by][time] + all[by * count_ + b][time]);
  for (std::uint32_t a = 0; a < count_; ++a)
    for (std::uint32_t b = 0; b < count_; ++b)
      if (a != b) direct_[key_of({a, b})] = std::move(all[a * count_ + b]);
}

// For many clocks: computes distances to one of them and back (E. Dijkstra, 1959).
void ClockWidths::measure_ways() {
  std::vector<std::vector<std::uint32_t>> partners(count_);
  for (const auto& [key, bounds] : direct_)
    partners[key >> 32U].push_back(static_cast<std::uint32_t>(key));
  const auto hub = static_cast<std::uint32_t>(
      std::ranges::max_element(partners, {}, &std::vector<std::uint32_t>::size) - partners.begin());
  ways_.assign(count_, Bounds(kTimes, spacing_ * (kTimes - 1)));
  for (std::size_t time = 0; time < kTimes; ++time) {
    std::priority_queue<std::pair<double, std::uint32_t>,
                        std::vector<std::pair<double, std::uint32_t>>, std::greater<>>
        next;
    ways_[hub][time] = 0;
    next.emplace(0, hub);
    while (!next.empty()) {
      const auto [way, clock] = next.top();
      next.pop();
      if (way > ways_[clock][time]) continue;
      for (const std::uint32_t partner : partners[clock]) {
        const double there = way + width(clock, partner, time);
        if (there >= ways_[partner][time]) continue;
        ways_[partner][time] = there;
        next.emplace(there, partner);
      }
    }
  }
}

double ClockWidths::width(std::uint32_t a, std::uint32_t b, std::size_t time) const {
  if (a == b) return 0;
  const Bounds* const ahead = direct(a, b);
  const Bounds* const behind = direct(b, a);
  if (ahead != nullptr && behind != nullptr) return std::max((*ahead)[time], (*behind)[time]);
  return ways_.empty() ? spacing_ * (kTimes - 1) : ways_[a][time] + ways_[b][time];
}

void ClockWidths::find_widest() {
  widest_.assign(count_, 0);
  for (const auto& [key, bounds] : direct_) {
    const auto a = static_cast<std::uint32_t>(key >> 32U);
    const auto b = static_cast<std::uint32_t>(key);
    for (std::size_t time = 0; time < kTimes; ++time)
      widest_[a] = std::max(widest_[a], width(a, b, time));
  }
}

Duration ClockWidths::between(ProcessId a, ProcessId b, Timestamp time) const {
  const std::uint32_t first = clocks_[a.index()];
  const std::uint32_t second = clocks_[b.index()];
  if (first == second || widest_.empty()) return {};
  // Beyond the observations the lines continue.
  const double place = std::clamp(static_cast<double>((time - first_).ticks) / spacing_,
                                  -static_cast<double>(kTimes), 2.0 * kTimes);
  const auto before =
      static_cast<std::size_t>(std::clamp(place, 0.0, static_cast<double>(kTimes) - 2));
  const double part = place - static_cast<double>(before);
  const double width = (1 - part) * this->width(first, second, before) +
                       part * this->width(first, second, before + 1);
  return Duration{std::llround(std::max(width, 0.0) + push(a, before) + push(b, before))};
}

Duration ClockWidths::widest(ProcessId process) const {
  if (widest_.empty()) return {};
  double width = widest_[clocks_[process.index()]];
  if (process.index() < pushes_.size() && !pushes_[process.index()].empty())
    width += std::ranges::max(pushes_[process.index()]);
  return Duration{std::llround(width)};
}

double ClockWidths::push(ProcessId process, std::size_t piece) const {
  if (process.index() >= pushes_.size() || pushes_[process.index()].empty()) return 0;
  return pushes_[process.index()][piece];
}

void ClockWidths::add_pushes(const ClockOffsets& pushes) {
  pushes_.assign(pushes.size(), {});
  for (std::size_t process = 0; process < pushes.size(); ++process) {
    if (pushes[process].empty()) continue;
    TimeMap map(pushes[process]);
    Bounds& most = pushes_[process];
    most.assign(kTimes - 1, 0);
    const auto note = [&](Timestamp time, double push) {
      const double place = static_cast<double>((time - first_).ticks) / spacing_;
      const double piece = std::clamp(place, 0.0, static_cast<double>(kTimes) - 2);
      double& bound = most[static_cast<std::size_t>(piece)];
      bound = std::max(bound, push);
    };
    for (const ClockOffset& knot : pushes[process])
      note(knot.time, static_cast<double>(knot.offset));
    for (std::size_t time = 0; time < kTimes; ++time) {
      const Timestamp when = first_ + Duration{std::llround(spacing_ * static_cast<double>(time))};
      note(when, static_cast<double>((map(when) - when).ticks));
      if (time > 0) note(when + Duration{-1}, static_cast<double>((map(when) - when).ticks));
    }
  }
}

}  // namespace lull
