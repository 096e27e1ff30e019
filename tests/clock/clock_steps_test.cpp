// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Clocks that are set while messages are in transit: finds which clock, when, and by how much.
#include "lull/clock/clock_steps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <utility>
#include <vector>

#include "lull/clock/clock_correction.hpp"
#include "lull/clock/clock_widths.hpp"
#include "lull/clock/time_map.hpp"

namespace lull {
namespace {

constexpr std::uint64_t kSecond = 1'000'000'000;

Definitions processes(std::uint32_t count) {
  Definitions definitions;
  definitions.system_nodes = {{"machine", "machine", {}, {}}};
  for (std::uint32_t i = 0; i < count; ++i) {
    Process process;
    process.node = SystemNodeId(0);
    process.locations.push_back(LocationId(i));
    definitions.processes.push_back(process);
    Location location;
    location.process = ProcessId(i);
    definitions.locations.push_back(location);
  }
  definitions.clock_offsets.resize(count);
  return definitions;
}

struct Step {
  std::uint32_t clock;
  std::uint64_t time;  // true time
  std::int64_t forward;
};

// All clocks exchange messages for a second; travel times are 20 to 70 us.
class Traffic {
 public:
  // `star`: only to and from the first clock; a tenth as often, except with the second one.
  Traffic(std::uint32_t clocks, std::vector<Step> steps, unsigned seed, bool star = false)
      : definitions(processes(clocks)), observations(definitions), steps_(std::move(steps)) {
    std::mt19937_64 random(seed);
    for (std::uint32_t i = 0; i < clocks; ++i)
      offsets_.push_back(static_cast<std::int64_t>(random() % 10'000'000));
    for (std::uint64_t now = kSecond; now < 2 * kSecond; now += 100'000)
      for (std::uint32_t from = 0; from < clocks; ++from) {
        const auto to = static_cast<std::uint32_t>((from + 1 + random() % (clocks - 1)) % clocks);
        const std::uint64_t then = now + 20'000 + random() % 50'000;
        if (star && ((from != 0 && to != 0) || (std::max(from, to) > 1 && random() % 10 != 0)))
          continue;
        observations.add(ProcessId(from), ProcessId(to), {shown(from, now), shown(to, then)});
      }
  }
  [[nodiscard]] Timestamp shown(std::uint32_t clock, std::uint64_t now) const {
    std::int64_t shift = offsets_[clock];
    for (const Step& step : steps_)
      if (step.clock == clock && step.time <= now) shift += step.forward;
    return Timestamp{now} + Duration{shift};
  }

  Definitions definitions;
  ClockObservations observations;

 private:
  std::vector<Step> steps_;
  std::vector<std::int64_t> offsets_;
};

// One pair is in doubt: it could be either clock.
TEST(ClockSteps, AClockThatOthersSeeUnchangedIsNotBlamed) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Traffic traffic(3, {{1, 3 * kSecond / 2, 4'000'000}}, seed, true);
    const ClockBreaks breaks = find_breaks(traffic.observations.timed_hulls(), 3, kSecond);
    ASSERT_EQ(breaks.size(), 3u) << seed;
    EXPECT_TRUE(breaks[0].empty()) << seed;
    EXPECT_EQ(breaks[1].size(), 1u) << seed;
    EXPECT_TRUE(breaks[2].empty()) << seed;
  }
}

TEST(ClockSteps, WithTwoClocksOneIsSetForward) {
  for (unsigned seed = 0; seed < 20; ++seed)
    for (std::uint32_t clock = 0; clock < 2; ++clock) {
      const Traffic traffic(2, {{clock, 3 * kSecond / 2, 4'000'000}}, seed);
      const ClockBreaks breaks = find_breaks(traffic.observations.timed_hulls(), 2, kSecond);
      ASSERT_EQ(breaks.size(), 2u) << seed;
      EXPECT_EQ(breaks[clock].size(), 1u) << seed;
      EXPECT_TRUE(breaks[1 - clock].empty()) << seed;
    }
}

TEST(ClockSteps, AreEmptyForContinuousClocks) {
  const Traffic traffic(5, {}, 1);
  EXPECT_TRUE(find_breaks(traffic.observations.timed_hulls(), 5, kSecond).empty());
  EXPECT_TRUE(clocks_from_messages(traffic.observations, traffic.definitions).holds_all);
}

TEST(ClockSteps, TheClockThatWasSetIsFound) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::mt19937_64 random(seed);
    const auto clock = static_cast<std::uint32_t>(random() % 5);
    const std::uint64_t time = kSecond + kSecond / 10 + random() % (kSecond * 8 / 10);
    const auto forward = static_cast<std::int64_t>(1'000'000 + random() % 4'000'000);
    const Traffic traffic(5, {{clock, time, forward}}, seed);
    const ClockBreaks breaks = find_breaks(traffic.observations.timed_hulls(), 5, kSecond);
    ASSERT_EQ(breaks.size(), 5u) << seed;
    for (std::uint32_t i = 0; i < 5; ++i) EXPECT_EQ(breaks[i].size(), i == clock ? 1u : 0u) << seed;
    ASSERT_EQ(breaks[clock].size(), 1u);
    EXPECT_LE(breaks[clock].front().earliest, traffic.shown(clock, time)) << seed;
    EXPECT_GE(breaks[clock].front().latest, traffic.shown(clock, time - 1)) << seed;
    const ClockCorrection correction =
        clocks_from_messages(traffic.observations, traffic.definitions);
    ASSERT_EQ(correction.steps.size(), 1u) << seed;
    EXPECT_EQ(correction.steps.front().process, ProcessId(clock));
    EXPECT_NEAR(static_cast<double>(correction.steps.front().height.ticks),
                -static_cast<double>(forward), 50'000.0)
        << seed;
  }
}

TEST(ClockSteps, CorrectedTimesAscend) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Traffic traffic(4,
                          {{1, kSecond * 5 / 4, 3'000'000},
                           {2, kSecond * 3 / 2, 5'000'000},
                           {2, kSecond * 7 / 4, -2'000'000}},
                          seed);
    const ClockCorrection correction =
        clocks_from_messages(traffic.observations, traffic.definitions);
    ASSERT_FALSE(correction.steps.empty()) << seed;
    for (std::uint32_t clock = 0; clock < 4; ++clock) {
      TimeMap map(correction.offsets[clock]);
      Timestamp last;
      for (std::uint64_t time = kSecond; time < 2 * kSecond + 20'000'000; time += 9973) {
        ASSERT_LE(last, map(Timestamp{time})) << seed << " " << clock << " " << time;
        last = map(Timestamp{time});
      }
    }
  }
}

TEST(ClockSteps, BreaksCountHowOftenAClockWasSetBefore) {
  const std::vector<ClockBreak> breaks{{Timestamp{10}, Timestamp{20}},
                                       {Timestamp{50}, Timestamp{50}}};
  EXPECT_EQ(breaks_before(breaks, Timestamp{10}), 0u);
  EXPECT_EQ(breaks_before(breaks, Timestamp{15}), std::nullopt);
  EXPECT_EQ(breaks_before(breaks, Timestamp{20}), 1u);
  EXPECT_EQ(breaks_before(breaks, Timestamp{49}), 1u);
  EXPECT_EQ(breaks_before(breaks, Timestamp{50}), 2u);
}

// The true difference of two clocks is never larger than the width.
TEST(ClockWidths, AreNeverSmallerThanTheError) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    const Traffic traffic(6, {}, seed);
    const ClockCorrection correction =
        clocks_from_messages(traffic.observations, traffic.definitions);
    const ClockWidths widths(traffic.observations.timed_hulls(), correction, traffic.definitions);
    for (std::uint32_t a = 0; a < 6; ++a)
      for (std::uint32_t b = 0; b < 6; ++b)
        for (const std::uint64_t now : {kSecond * 11 / 10, kSecond * 3 / 2, kSecond * 19 / 10}) {
          TimeMap map_a(correction.offsets[a]);
          TimeMap map_b(correction.offsets[b]);
          const Timestamp at_a = map_a(traffic.shown(a, now));
          const Duration error = at_a - map_b(traffic.shown(b, now));
          const Duration width = widths.between(ProcessId(a), ProcessId(b), at_a);
          EXPECT_LE(std::abs(error.ticks), width.ticks + 1) << seed;
          EXPECT_LT(width.ticks, 100'000);
          EXPECT_LE(width, widths.widest(ProcessId(a)) + Duration{1000});
        }
  }
}

TEST(TimedHulls, DoNotDependOnTheOrderOfPoints) {
  std::mt19937_64 random(7);
  std::vector<ClockPoint> points;
  for (int i = 0; i < 5000; ++i) {
    const std::uint64_t sent = 1'000'000 + random() % 1'000'000'000;
    points.push_back({Timestamp{sent}, Timestamp{sent + random() % 1000}});
  }
  const auto hulls_of = [&] {
    TimedHulls hulls;
    for (const ClockPoint point : points) hulls.add(point, 64);
    std::vector<std::uint64_t> times;
    hulls.for_each_point([&](ClockPoint point) { times.push_back(point.sent.ticks); });
    return times;
  };
  const auto expected = hulls_of();
  EXPECT_GT(expected.size(), 100u);
  std::shuffle(points.begin(), points.end(), random);
  EXPECT_EQ(hulls_of(), expected);
}

// If there are very many pairs of processes, only pairs of nodes are kept.
TEST(ClockObservations, MemoryIsBounded) {
  Definitions definitions = processes(1000);
  definitions.system_nodes.push_back({"other", "node", {}, {}});
  for (std::uint32_t i = 500; i < 1000; ++i) definitions.processes[i].node = SystemNodeId(1);
  ClockObservations observations(definitions);
  for (std::uint32_t from = 0; from < 1000; ++from)
    for (std::uint32_t to = 0; to < 1000; ++to)
      observations.add(ProcessId(from), ProcessId(to),
                       {Timestamp{1000 + from}, Timestamp{5000 + from}});
  EXPECT_TRUE(observations.by_node());
  EXPECT_EQ(observations.hulls().size(), 4u);
  EXPECT_EQ(choose_clocks(observations, definitions).source, ClockSource::Measured);
}

// For any steps and drifts, time never goes back, and after the last step it continues as before.
TEST(ClockSteps, CorrectionsNeverGoBack) {
  Definitions definitions;
  definitions.processes.resize(1);
  definitions.locations.resize(1);
  definitions.locations[0].process = ProcessId{0};
  definitions.processes[0].locations = {LocationId{0}};
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    std::mt19937_64 random(seed);
    const auto below = [&](std::uint64_t n) { return random() % n; };
    ClockEstimate estimate;
    estimate.first = Timestamp{1'000'000};
    estimate.last = estimate.first + Duration{static_cast<std::int64_t>(2 + below(100'000))};
    estimate.middle = estimate.first + Duration{(estimate.last - estimate.first).ticks / 2};
    estimate.lines.resize(1);
    estimate.ties.resize(1);
    estimate.lines[0].drift = seed % 3 == 0 ? -0.5 : -1e-4;
    const std::uint64_t steps = below(5);
    for (std::uint64_t i = 0; i < steps; ++i)
      estimate.lines[0].steps.push_back(
          {Timestamp{999'000 + below(102'000)},
           (below(2) == 0 ? -1.0 : 1.0) * static_cast<double>(below(1 + (1ULL << below(40))))});
    std::ranges::sort(estimate.lines[0].steps, {}, &ClockStep::time);
    const ClockOffsets offsets = offsets_of(estimate, false, definitions);
    const TimeMap map(offsets[0]);
    Timestamp before = map.at(Timestamp{999'000});
    for (std::uint64_t time = 999'000; time < 1'110'000; time += 1 + below(3)) {
      const Timestamp now = map.at(Timestamp{time});
      ASSERT_LE(before, now) << seed << " " << time;
      before = now;
    }
    const Timestamp late{1'000'000'000};
    EXPECT_LT((map.at(late + Duration{1'000}) - map.at(late)).ticks, 1'100) << seed;
    EXPECT_GT((map.at(late + Duration{1'000}) - map.at(late)).ticks, 10) << seed;
  }
}

}  // namespace
}  // namespace lull
