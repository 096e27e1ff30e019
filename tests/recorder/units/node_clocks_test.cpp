// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/assembly/worlds/node_clocks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "lull/recorder/measurement/origin.hpp"

namespace lull::recorder {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

constexpr std::uint64_t kSecond = 1'000'000'000;

ProcessPart process(const std::string& node, std::uint64_t began, std::uint64_t ticks) {
  ProcessPart part;
  part.host = "host";
  part.boot_id = node;
  part.began = began;
  part.clocks = {{ticks, ticks, {}}};
  return part;
}

ProcessPart with_offsets(ProcessPart part, std::initializer_list<RecordedClock> clocks) {
  part.clocks.insert(part.clocks.end(), clocks);
  return part;
}

std::vector<std::pair<std::uint64_t, std::int64_t>> offsets_of(const ProcessPart& part) {
  std::vector<std::pair<std::uint64_t, std::int64_t>> offsets;
  for (const RecordedClock& clock : part.clocks)
    if (clock.offset) offsets.emplace_back(clock.ticks, *clock.offset);
  return offsets;
}

TEST(NodeClocks, OfOneNodeHaveNoOffsets) {
  std::vector<ProcessPart> parts{process("a", 5 * kSecond, 100),
                                 with_offsets(process("a", 6 * kSecond, 200), {{210, 210, 7}})};
  set_clocks(parts, kSecond);
  for (const ProcessPart& part : parts) {
    EXPECT_THAT(offsets_of(part), IsEmpty());
    EXPECT_FALSE(part.dated);
  }
}

TEST(NodeClocks, AreThoseComparedByAnyProcessOfTheNode) {
  std::vector<ProcessPart> parts{
      process("b", 5 * kSecond, 5100),
      with_offsets(process("a", 6 * kSecond, 200), {{210, 210, 0}}),
      with_offsets(process("b", 7 * kSecond, 5200), {{5210, 5210, -5000}, {5900, 5900, -5001}}),
      process("a", 8 * kSecond, 220)};
  set_clocks(parts, kSecond);
  const auto of_b = ElementsAre(Pair(5210, -5000), Pair(5900, -5001));
  EXPECT_THAT(offsets_of(parts[0]), of_b);
  EXPECT_THAT(offsets_of(parts[1]), ElementsAre(Pair(210, 0)));
  EXPECT_THAT(offsets_of(parts[2]), of_b);
  EXPECT_THAT(offsets_of(parts[3]), ElementsAre(Pair(210, 0)));
  for (const ProcessPart& part : parts) EXPECT_FALSE(part.dated);
}

TEST(NodeClocks, AreSetByTheDateIfNotCompared) {
  std::vector<ProcessPart> parts{process("b", 7 * kSecond, 5000), process("a", 4 * kSecond, 100),
                                 process("b", 9 * kSecond, 2 * kSecond + 5000)};
  set_clocks(parts, kSecond);
  const std::int64_t offset = 3 * static_cast<std::int64_t>(kSecond) + 100 - 5000;
  EXPECT_THAT(offsets_of(parts[0]), ElementsAre(Pair(5000, offset)));
  EXPECT_THAT(offsets_of(parts[2]), ElementsAre(Pair(5000, offset)));
  EXPECT_TRUE(parts[0].dated && parts[2].dated && !parts[1].dated);
}

TEST(NodeClocks, DifferByTimeNamespaceUnlessTheyAreCounters) {
  std::vector<ProcessPart> parts{process("a", 5 * kSecond, 100), process("a", 6 * kSecond, 200)};
  parts[1].time_namespace = "other";
  for (ProcessPart& part : parts) part.counter = true;
  set_clocks(parts, kSecond);
  EXPECT_FALSE(parts[1].dated);
  for (ProcessPart& part : parts) part.counter = false;
  set_clocks(parts, kSecond);
  EXPECT_TRUE(parts[1].dated);
}

TEST(Origin, FindsTheJobOfHydrasProxies) {
  using namespace std::string_literals;
  EXPECT_EQ(hydra_job("/usr/bin/hydra_pmi_proxy\0--control-port\0node:41\0--rmk\0user\0"
                      "--pgid\0"
                      "2\0--retries\0"
                      "10\0"s),
            "node:41 2");
  EXPECT_EQ(hydra_job("/bin/sh\0-c\0--control-port\0"s), "");
  EXPECT_EQ(hydra_job(""), "");
}

}  // namespace
}  // namespace lull::recorder
