// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/journal/thread_order.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lull::recorder {
namespace {

using testing::ElementsAre;
using testing::Pair;

// Returns threads 0, 1, …, each with as many events as its original number.
ProcessPart part_of(std::uint32_t threads, std::set<std::uint32_t> workers) {
  ProcessPart part;
  for (std::uint32_t i = 0; i < threads; ++i) part.events[i] = i;
  part.workers = std::move(workers);
  return part;
}

TEST(ThreadOrder, OfWorkersIsTheOrderOfTheirTeam) {
  ProcessPart part = part_of(4, {1, 2, 3});
  part.teams[7] = {0, 3, 1, 2};
  part.measures.places.push_back({.grid = "g", .thread = 3, .coordinates = {}});
  order_workers(part);
  EXPECT_THAT(part.thread_names, ElementsAre(Pair(1, "OMP thread 1"), Pair(2, "OMP thread 2"),
                                             Pair(3, "OMP thread 3")));
  EXPECT_THAT(part.events, ElementsAre(Pair(0, 0), Pair(1, 3), Pair(2, 1), Pair(3, 2)));
  EXPECT_THAT(part.teams, ElementsAre(Pair(7, ElementsAre(0, 1, 2, 3))));
  EXPECT_EQ(part.measures.places.front().thread, 1);
  EXPECT_EQ(part.event_file(1).filename(), "3.evt");
}

TEST(ThreadOrder, OfWorkersOfOtherMastersIsAfterThese) {
  ProcessPart part = part_of(6, {1, 3, 4});
  part.thread_names = {{2, "Pthread thread 1"}, {5, "Pthread thread 2"}};
  part.teams[3] = {5, 1};
  part.teams[4] = {2, 3};
  part.teams[5] = {0, 4};
  order_workers(part);
  EXPECT_THAT(part.thread_names,
              ElementsAre(Pair(1, "Pthread thread 1"), Pair(2, "Pthread thread 2"),
                          Pair(3, "OMP thread 1"), Pair(4, "OMP thread 1 of Pthread thread 1"),
                          Pair(5, "OMP thread 1 of Pthread thread 2")));
}

TEST(ThreadOrder, OfNestedTeamsIsAfterThatOfOutermostTeams) {
  ProcessPart part = part_of(5, {1, 2, 3, 4});
  part.teams[0] = {4, 1};
  part.teams[1] = {0, 2};
  part.teams[2] = {0, 4};
  part.nested_teams = {0, 1};
  order_workers(part);
  EXPECT_THAT(part.thread_names,
              ElementsAre(Pair(1, "OMP thread 1"), Pair(2, "OMP thread 2"),
                          Pair(3, "OMP thread 1 of OMP thread 1"), Pair(4, "OMP thread 4")));
  EXPECT_THAT(part.events, ElementsAre(Pair(0, 0), Pair(1, 4), Pair(2, 2), Pair(3, 1), Pair(4, 3)));
}

TEST(ThreadOrder, GivesUniqueNames) {
  ProcessPart part = part_of(4, {1, 2, 3});
  part.teams[0] = {0, 2, 1};
  part.teams[1] = {0, 3};
  order_workers(part);
  EXPECT_THAT(part.events, ElementsAre(Pair(0, 0), Pair(1, 2), Pair(2, 1), Pair(3, 3)));
  EXPECT_EQ(part.thread_names[3], "OMP thread 3");
}

TEST(ThreadOrder, IsUnchangedIfNoTeamIsKnown) {
  ProcessPart part = part_of(3, {1, 2});
  part.teams[0] = {};
  part.teams[1] = {0, 9};
  order_workers(part);
  EXPECT_THAT(part.events, ElementsAre(Pair(0, 0), Pair(1, 1), Pair(2, 2)));
  EXPECT_EQ(part.thread_names[2], "OMP thread 2");
}

}  // namespace
}  // namespace lull::recorder
