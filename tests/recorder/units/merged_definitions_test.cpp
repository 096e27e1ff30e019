// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/assembly/merged/merged_definitions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "lull/recorder/assembly/merged/merged_tables.hpp"

namespace lull::recorder {
namespace {

using testing::ElementsAre;

TEST(MergeDefinitions, GivesEqualRegionsOneNumber) {
  ProcessPart first;
  first.regions = {{"main", 1, 0}, {"MPI_Send", 28, 4}};
  ProcessPart second;
  second.regions = {{"MPI_Recv", 28, 4}, {"MPI_Send", 28, 4}, {"main", 1, 0}};
  const std::vector<ProcessPart> parts{first, second};
  const MergedDefinitions all = merge_definitions(parts);
  EXPECT_EQ(all.regions.size(), 3u);
  EXPECT_THAT(all.region_numbers[0], ElementsAre(0, 1));
  EXPECT_THAT(all.region_numbers[1], ElementsAre(2, 1, 0));
}

TEST(MergeDefinitions, TakesTheMembersOfACommunicatorFromAnyProcessThatHasThem) {
  ProcessPart first;
  first.communicators = {{"world", {}}, {"[0,0]", {}}};
  ProcessPart second;
  second.communicators = {{"world", {}}, {"[1,0]", {{1}}}, {"[0,0]", {{0, 1}}}};
  const std::vector<ProcessPart> parts{first, second};
  const MergedDefinitions all = merge_definitions(parts);
  ASSERT_EQ(all.communicators.size(), 3u);
  EXPECT_THAT(all.communicators[1].groups, ElementsAre(ElementsAre(0, 1)));
  EXPECT_THAT(all.communicator_numbers[1], ElementsAre(0, 2, 1));
}

TEST(MergeDefinitions, GivesTeamsOfTheSameThreadsOneNumberAfterTheCommunicators) {
  ProcessPart first;
  first.communicators = {{"world", {}}};
  first.teams = {{1, {0, 1}}, {3, {0, 1}}, {4, {1, 0}}};  // number 2 was never defined
  ProcessPart second;
  second.teams = {{0, {0, 1}}};
  const std::vector<ProcessPart> parts{first, second};
  const MergedDefinitions all = merge_definitions(parts);
  EXPECT_THAT(all.communicator_numbers[0], ElementsAre(0, 1, kNoCommunicator, 1, 2));
  EXPECT_THAT(all.communicator_numbers[1], ElementsAre(3));
  ASSERT_EQ(all.teams.size(), 3u);
  EXPECT_THAT(all.teams[1].locations, ElementsAre(location_of(0, 1), location_of(0, 0)));
  EXPECT_THAT(all.teams[2].locations, ElementsAre(location_of(1, 0), location_of(1, 1)));
}

TEST(MergeDefinitions, TranslatesParentsAndKeepsNamesOfCommunicators) {
  ProcessPart first;
  first.communicators = {{"world", {}}, {"[0,0]", {{0, 1}}}};
  ProcessPart second;
  second.communicators = {{"world", {}}, {"[1,0]", {{1}}}, {"[0,0]", {}, "all", 1}};
  const std::vector<ProcessPart> parts{first, second};
  const MergedDefinitions all = merge_definitions(parts);
  ASSERT_EQ(all.communicators.size(), 3u);
  EXPECT_EQ(all.communicators[1].name, "all");
  EXPECT_EQ(all.communicators[1].parent, 2u);
}

TEST(MergeDefinitions, IdentifiesWindowsByTheirIndexOnTheirCommunicator) {
  ProcessPart first;
  first.communicators = {{"world", {}}, {"self", {}}};
  first.windows = {{0, 0, "a"}, {0, 1, "b"}};
  first.groups = {{1}, {0}};
  ProcessPart second;
  second.communicators = {{"self", {}}, {"world", {}}};
  second.windows = {{0, 0, "c"}, {1, 1, "b"}};
  second.groups = {{0}, {2}};
  const std::vector<ProcessPart> parts{first, second};
  const MergedDefinitions all = merge_definitions(parts);
  ASSERT_EQ(all.windows.size(), 3u);
  EXPECT_EQ(all.windows[2].communicator, 1u);
  EXPECT_THAT(all.window_numbers[1], ElementsAre(2, 1));
  EXPECT_THAT(all.group_numbers[0], ElementsAre(kFirstGroup, kFirstGroup + 1));
  EXPECT_THAT(all.group_numbers[1], ElementsAre(kFirstGroup + 1, kFirstGroup + 2));
}

TEST(MergeDefinitions, KeepsWindowsOnUnknownCommunicatorsSeparate) {
  ProcessPart first;
  first.windows = {{std::nullopt, 0, "a"}};
  const std::vector<ProcessPart> parts{first, first};
  const MergedDefinitions all = merge_definitions(parts);
  ASSERT_EQ(all.windows.size(), 2u);
  EXPECT_EQ(all.windows[1].communicator, kNoCommunicator);
  EXPECT_THAT(all.window_numbers[1], ElementsAre(1));
}

// Definitions are drawn from a small set, so that processes have some in common.
ProcessPart random_part(std::mt19937& random) {
  const auto below = [&random](std::size_t end) { return random() % end; };
  ProcessPart part;
  for (std::size_t i = below(8); i > 0; --i)
    part.regions.push_back({.name = "f" + std::to_string(below(9)),
                            .paradigm = static_cast<std::uint8_t>(below(3)),
                            .line = static_cast<std::uint32_t>(below(2))});
  for (std::size_t i = 1 + below(6); i > 0; --i) {
    RecordedCommunicator communicator{.id = "c" + std::to_string(below(9)), .groups = {}};
    if (below(3) == 0) communicator.groups = {{below(4), 4 + below(4)}};
    if (below(3) == 0) communicator.name = "n" + std::to_string(below(3));
    if (below(3) == 0 && !part.communicators.empty())
      communicator.parent = below(part.communicators.size());
    if (below(5) == 0) communicator.foreign = true;
    part.communicators.push_back(communicator);
  }
  for (std::size_t i = below(4); i > 0; --i) part.groups.push_back({below(3), below(3)});
  for (std::size_t i = below(4); i > 0; --i)
    part.windows.push_back({below(part.communicators.size()), below(3), ""});
  for (std::size_t i = 1 + below(3); i > 0; --i)
    part.files.push_back("p" + std::to_string(below(4)));
  for (std::size_t i = below(4); i > 0; --i)
    part.file_handles.push_back(
        {below(part.files.size()), below(part.communicators.size()), below(3)});
  return part;
}

// Describes all definitions that a process's numbers refer to.
std::string meaning_of(const MergedDefinitions& all, std::size_t process) {
  std::string text;
  const auto members = [&text](const auto& groups) {
    for (const auto& group : groups)
      for (const std::uint64_t member : group) text += std::to_string(member) + ",";
  };
  const auto communicator = [&](std::uint64_t number) {
    if (number == kNoCommunicator) return void(text += " none");
    const MergedCommunicator& one = all.communicators.at(number);
    text += " " + one.id + "/" + one.name + "/" +
            (one.parent ? all.communicators.at(*one.parent).id : "") + "/";
    members(one.groups);
  };
  for (const std::uint64_t number : all.region_numbers.at(process))
    text += " " + all.regions.at(number).name + std::to_string(all.regions.at(number).paradigm);
  for (const std::uint64_t number : all.communicator_numbers.at(process)) communicator(number);
  for (const std::uint64_t number : all.group_numbers.at(process))
    for (const std::uint64_t member : all.groups.at(number - kFirstGroup))
      text += std::to_string(member) + ",";
  for (const std::uint64_t number : all.window_numbers.at(process)) {
    communicator(all.windows.at(number).communicator);
    text += std::to_string(all.windows.at(number).index);
  }
  for (const std::uint64_t number : all.file_numbers.at(process)) text += all.files.at(number);
  for (const std::uint64_t number : all.file_handle_numbers.at(process)) {
    const MergedFileHandle& handle = all.file_handles.at(number);
    communicator(handle.communicator);
    text += all.files.at(handle.file) + std::to_string(handle.index);
  }
  return text;
}

// Merges one process after another, unlike a tree.
MergedDefinitions one_after_the_other(std::span<const ProcessPart> parts) {
  MergedTables all;
  for (const ProcessPart& part : parts) all.absorb(MergedTables(part));
  return all.take();
}

TEST(MergeDefinitions, IsTheSameInATreeOfAnyShape) {
  std::mt19937 random(11);
  for (int round = 0; round < 200; ++round) {
    std::vector<ProcessPart> parts(1 + random() % 13);
    for (ProcessPart& part : parts) part = random_part(random);
    const MergedDefinitions expected = one_after_the_other(parts);
    for (const unsigned threads : {1u, 2u, 5u}) {
      const MergedDefinitions all = merge(parts, threads).take();
      EXPECT_EQ(all.region_numbers, expected.region_numbers);
      EXPECT_EQ(all.communicator_numbers, expected.communicator_numbers);
      for (std::size_t i = 0; i < parts.size(); ++i)
        ASSERT_EQ(meaning_of(all, i), meaning_of(expected, i)) << "process " << i;
    }
  }
}

// The merged numbers refer to the process's own definitions.
TEST(MergeDefinitions, LeavesEachProcessItsOwnDefinitions) {
  std::mt19937 random(12);
  for (int round = 0; round < 100; ++round) {
    std::vector<ProcessPart> parts(1 + random() % 9);
    for (ProcessPart& part : parts) part = random_part(random);
    const MergedDefinitions all = merge_definitions(parts, 2);
    for (std::size_t process = 0; process < parts.size(); ++process) {
      const ProcessPart& part = parts[process];
      const auto& numbers = all.communicator_numbers[process];
      for (std::size_t i = 0; i < part.regions.size(); ++i)
        EXPECT_EQ(all.regions[all.region_numbers[process][i]].name, part.regions[i].name);
      for (std::size_t i = 0; i < part.communicators.size(); ++i) {
        if (numbers[i] == kNoCommunicator) continue;
        EXPECT_EQ(all.communicators[numbers[i]].id, part.communicators[i].id);
      }
      for (std::size_t i = 0; i < part.groups.size(); ++i)
        EXPECT_EQ(all.groups[all.group_numbers[process][i] - kFirstGroup], part.groups[i]);
      for (std::size_t i = 0; i < part.windows.size(); ++i) {
        const MergedWindow& window = all.windows[all.window_numbers[process][i]];
        EXPECT_EQ(window.index, part.windows[i].index);
        EXPECT_EQ(window.communicator, numbers[*part.windows[i].communicator]);
      }
      for (std::size_t i = 0; i < part.file_handles.size(); ++i) {
        const MergedFileHandle& handle = all.file_handles[all.file_handle_numbers[process][i]];
        EXPECT_EQ(all.files[handle.file], part.files[part.file_handles[i].file.value()]);
        EXPECT_EQ(handle.communicator, numbers[*part.file_handles[i].communicator]);
      }
    }
  }
}

}  // namespace
}  // namespace lull::recorder
