// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/durations/timed_walk.hpp"

#include <gtest/gtest.h>

#include "lull/structure/program_structure.hpp"
#include "support/random/random_trace.hpp"
#include "support/text/text_trace.hpp"

namespace lull::structure {
namespace {

TEST(TimedWalk, MeasuresLoopsAndTheirCopies) {
  const auto text = support::parse_text_trace(R"(
    processes 1
    0: 0 enter main
       10..12 f; 13..14 g
       20..25 f; 26..27 g
       30..32 f; 33..34 g
       90 leave)");
  const LocationStructure found = detect(*text.trace, LocationId(0));
  TimedWalk walk(found.grammar, 3);
  for_each_event(*text.trace, LocationId(0), [&](const Event& event) { walk.add(event.time); });
  const TimedNode& main = *walk.whole().children[0];
  EXPECT_EQ(main.whole, Duration{90});
  EXPECT_EQ(main.copies, 1u);
  const TimedNode& loop = *main.children[0];
  EXPECT_EQ(loop.item.count, 3u);
  EXPECT_EQ(loop.loops, 1u);
  EXPECT_EQ(loop.copies, 3u);
  EXPECT_EQ(loop.whole, Duration{24});
  EXPECT_EQ(loop.shortest, Duration{4});
  EXPECT_EQ(loop.longest, Duration{10}) << "the time until the next one belongs to a copy";
  const TimedNode& f = *loop.children[0];
  EXPECT_EQ(f.copies, 3u);
  EXPECT_EQ(f.whole, Duration{9});
  const auto occurrences = loop.occurrences();
  ASSERT_EQ(occurrences.size(), 2u);
  EXPECT_EQ(occurrences[0].duration, Duration{4});
  EXPECT_EQ(occurrences[0].first, 9u);
  EXPECT_EQ(occurrences[1].duration, Duration{10});
  EXPECT_EQ(occurrences[1].occurrences, 2u);
  EXPECT_EQ(occurrences[1].first, 1u);
}

TEST(TimedWalk, RespectsTheDepthLimit) {
  const auto text = support::parse_text_trace(
      "processes 1\n0: 0 enter main; 1 enter f; 2..3 g; 4 leave; 5 leave");
  const LocationStructure found = detect(*text.trace, LocationId(0));
  TimedWalk walk(found.grammar, 2);
  for_each_event(*text.trace, LocationId(0), [&](const Event& event) { walk.add(event.time); });
  const TimedNode& f = *walk.whole().children[0]->children[0];
  EXPECT_EQ(f.whole, Duration{3});
  EXPECT_EQ(f.children[0], nullptr);
}

// Returns the times of all calls at the first level, for any trace.
TEST(TimedWalk, MeasuresItemsOfRandomTraces) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    support::RandomTraceOptions options;
    options.open_ends = options.late_starts = seed % 2 == 0;
    const auto trace = support::random_trace(seed, options);
    for (std::size_t i = 0; i < trace->definitions().locations.size(); ++i) {
      const LocationId location(i);
      const LocationStructure found = detect(*trace, location);
      TimedWalk walk(found.grammar, 1);
      std::vector<Timestamp> times;
      for_each_event(*trace, location, [&](const Event& event) {
        walk.add(event.time);
        times.push_back(event.time);
      });
      std::uint64_t position = 0;
      const auto items = found.grammar.whole();
      for (std::size_t item = 0; item < items.size(); ++item) {
        const std::uint64_t end =
            position + items[item].count * found.grammar[items[item].symbol].events;
        if (const TimedNode* node = walk.whole().children[item]) {
          EXPECT_EQ(node->whole, times[end - 1] - times[position]);
          EXPECT_EQ(node->copies, items[item].count);
        }
        position = end;
      }
      EXPECT_EQ(position, times.size());
    }
  }
}

}  // namespace
}  // namespace lull::structure
