// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/assembly/assembly.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "lull/base/error.hpp"
#include "lull/base/recording_properties.hpp"
#include "lull/recorder/assembly/unified.hpp"
#include "lull/recorder/assembly/worlds.hpp"
#include "lull/recorder/journal/process_part.hpp"
#include "lull/trace/otf2/archive_reader.hpp"
#include "support/temporary_directory.hpp"

namespace lull::recorder {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

ProcessPart read_part(const std::filesystem::path& directory) {
  return read_process_parts({&directory, 1}, 1).parts.front();
}

class AssemblyTest : public testing::Test {
 protected:
  void write_journal(const std::string& part, const std::string& text) {
    const auto place = directory_.path() / ".parts" / part;
    std::filesystem::create_directories(place / "traces");
    std::ofstream(place / "journal.jsonl") << text;
  }
  static std::string journal(int rank) {
    return R"({"process":{"host":"a","pid":1,"command":"x","buffer":4194304,"counter":false}})"
           "\n"
           R"({"mpi":{"rank":)" +
           std::to_string(rank) + R"(,"size":2}})" + "\n" + R"({"thread":{"number":0}})" + "\n";
  }
  std::string failure() {
    try {
      assemble(directory_.path());
      return "none";
    } catch (const Error& error) {
      return error.what();
    }
  }

  support::TemporaryDirectory directory_;
};

TEST_F(AssemblyTest, KeepsAWindowWhoseCommunicatorWasNotSeen) {
  const std::string window =
      R"({"window":{"number":0,"communicator":4294967295,"index":0,"name":"halo"}})"
      "\n";
  write_journal("a", journal(0) + window);
  write_journal("b", journal(1) + window);
  assemble(directory_.path());
  const auto trace = open_archive(directory_.path());
  ASSERT_EQ(trace->definitions().windows.size(), 2u);
  EXPECT_FALSE(trace->definitions().windows[0].communicator.defined());
}

TEST_F(AssemblyTest, MakesAnArchiveOfProcessesThatWereKilledBeforeTheirFirstFlush) {
  write_journal("a", journal(0));
  write_journal("b", journal(1) + R"({"thre)");  // killed while it wrote this
  const Assembled made = assemble(directory_.path());
  EXPECT_EQ(made.processes, 2u);
  EXPECT_THAT(made.notes, ElementsAre(std::pair(recording_properties::kKilled, "0-1")));
  EXPECT_EQ(made.events, 0u);
  EXPECT_TRUE(std::filesystem::exists(directory_.path() / "traces.otf2"));
  EXPECT_FALSE(has_parts(directory_.path()));
}

TEST_F(AssemblyTest, KeepsTheEventsOfAKilledProcessWhenItIsRepeated) {
  write_journal("a", journal(0) + R"({"thre)");
  const auto copy = directory_ / "copy";
  std::filesystem::copy(directory_ / ".parts", copy, std::filesystem::copy_options::recursive);
  const ProcessPart once = read_part(copy / "a");
  EXPECT_FALSE(once.ended);
  std::filesystem::remove(once.event_file(0));  // as if it had been moved when that was interrupted
  const ProcessPart again = read_part(copy / "a");
  EXPECT_FALSE(again.ended);
  EXPECT_FALSE(std::filesystem::exists(again.event_file(0)));
}

TEST_F(AssemblyTest, LeavesOutAProcessThatCouldNotBegin) {
  write_journal("a", journal(0) + R"({"mpi":{"rank":0,"size":1}})" + "\n");
  write_journal("b", "");
  write_journal("c", R"({"thread":{"number":0}})"
                     "\n");
  EXPECT_THAT(failure(), HasSubstr("breaks off too early"));
  std::filesystem::remove_all(directory_.path() / ".parts" / "c");
  std::ofstream(directory_.path() / ".parts" / "b" / "stopped") << "disk_full\nNo space left\n";
  const Assembled made = assemble(directory_.path());
  EXPECT_EQ(made.processes, 1u);
  EXPECT_THAT(made.failures, ElementsAre("No space left"));
}

TEST_F(AssemblyTest, NotesWhatWasNotRecorded) {
  const std::string end =
      R"({"end":{"threads":[],"times_off":2,"ticks_off":5000000,"forks":3,"lost_in_handlers":5}})"
      "\n";
  write_journal("a", journal(0) + end);
  write_journal("b", journal(1) + R"({"executed":"another"})" + "\n");
  std::ofstream(directory_.path() / ".parts" / "a" / "traces" / "0.evt");
  std::ofstream(directory_.path() / ".parts" / "a" / "stopped") << "limit\n\n";
  const Assembled made = assemble(directory_.path());
  namespace names = recording_properties;
  EXPECT_THAT(made.notes,
              ElementsAre(std::pair(names::kLimit, "0"), std::pair(names::kInterrupted, "0"),
                          std::pair(names::kInterruptedEvents, "5"),
                          std::pair(names::kExecuted, "1"), std::pair(names::kSwitchedOff, "0"),
                          std::pair(names::kSwitchedOffSeconds, "0.005000"),
                          std::pair(names::kForked, "0"), std::pair(names::kForkedChildren, "3")));
  const auto trace = open_archive(directory_.path());
  EXPECT_EQ(trace->definitions().archive_properties.size(), made.notes.size());
  EXPECT_THAT(trace->definitions().oddities,
              testing::Contains(HasSubstr("1 of 2 processes (0) ended when the size limit")));
}

TEST_F(AssemblyTest, SaysThatAProcessIsMissing) {
  write_journal("a", journal(1));
  EXPECT_THAT(failure(), HasSubstr("rank 0 is missing"));
}

TEST_F(AssemblyTest, SaysThatTwoProgramsWereRecordedInOneDirectory) {
  write_journal("a", journal(0));
  write_journal("b", journal(0));
  EXPECT_THAT(failure(), HasSubstr("present more than once"));
}

TEST_F(AssemblyTest, NamesTheLineOfADamagedJournal) {
  write_journal("a", journal(0) + "{nothing}\n");
  EXPECT_THAT(failure(), HasSubstr("line 4 is damaged"));
  EXPECT_TRUE(has_parts(directory_.path()));
}

TEST_F(AssemblyTest, RefusesGridsThatDoNotFit) {
  const std::string world = R"({"communicator":{"number":0,"id":"world"}})"
                            "\n";
  const std::string grid =
      R"({"process_grid":{"communicator":0,"sizes":[2],"periodic":[0],"rank":0,"coordinates":[0,1]}})"
      "\n";
  write_journal("a", journal(0) + world + grid);
  EXPECT_THAT(failure(), HasSubstr("line 5 is damaged"));
  write_journal("a", journal(0) + grid);
  EXPECT_THAT(failure(), HasSubstr("a communicator that is not defined"));
}

TEST_F(AssemblyTest, SaysThatNothingWasRecorded) {
  std::filesystem::create_directories(directory_.path() / ".parts");
  EXPECT_THAT(failure(), HasSubstr("nothing was recorded"));
}

ProcessPart member_of(std::uint64_t world, std::uint32_t rank, std::uint64_t began) {
  ProcessPart part;
  part.world = world;
  part.rank = rank;
  part.clocks = {{began, began, {}}};
  part.communicators = {{.id = "world", .groups = {}},
                        {.id = "self", .groups = {}},
                        {.id = "[0,0]", .groups = {{1, 0}}}};
  part.groups = {{1}};
  return part;
}

TEST(Worlds, AreNumberedOneBehindTheOther) {
  std::vector<ProcessPart> parts{member_of(7, 1, 300), member_of(9, 1, 100), member_of(9, 0, 101),
                                 ProcessPart{}, member_of(7, 0, 301)};
  join_worlds(parts);
  for (std::uint32_t i = 0; i < 4; ++i) EXPECT_EQ(parts[i].rank, i);
  EXPECT_FALSE(parts[4].rank);
  EXPECT_EQ(parts[1].world, 9u);
  EXPECT_EQ(parts[2].world, 7u);
  EXPECT_THAT(parts[3].groups, ElementsAre(ElementsAre(3)));
  const Unified all = unify(parts);
  ASSERT_EQ(all.communicators.size(), 5u);
  EXPECT_THAT(all.communicators[0].groups, ElementsAre(ElementsAre(0, 1)));
  EXPECT_THAT(all.communicators[2].groups, ElementsAre(ElementsAre(1, 0)));
  EXPECT_THAT(all.communicators[3].groups, ElementsAre(ElementsAre(2, 3)));
  EXPECT_THAT(all.communicators[4].groups, ElementsAre(ElementsAre(3, 2)));
  EXPECT_THAT(all.communicator_numbers[3], ElementsAre(3, 1, 4));
}

TEST(Worlds, AreWhole) {
  std::vector<ProcessPart> missing{member_of(7, 0, 1), member_of(7, 2, 2)};
  EXPECT_THROW(join_worlds(missing), Error);
  std::vector<ProcessPart> twice{member_of(7, 0, 1), member_of(7, 0, 2)};
  EXPECT_THROW(join_worlds(twice), Error);
}

// A process of each world; each names the communicator between them, a copy of that and one of both
// worlds in its own way, and knows its own members only.
std::vector<ProcessPart> two_worlds(const std::string& second_token) {
  std::vector<ProcessPart> parts{member_of(7, 0, 1), member_of(9, 0, 2)};
  for (std::size_t i = 0; i < 2; ++i) {
    auto& communicators = parts[i].communicators;
    const std::vector<std::uint64_t> known{0};
    const std::vector<std::uint64_t> unknown{kUnknownMember};
    communicators[2] = {.id = i == 0 ? "spawned" : "parent",
                        .groups = {i == 0 ? known : unknown, i == 0 ? unknown : known},
                        .across = true};
    communicators.push_back(communicators[2]);
    communicators.push_back(communicators[2]);
    communicators[4].groups = {{i == 0 ? 0 : kUnknownMember, i == 0 ? kUnknownMember : 0}};
    for (std::size_t number = 3; number < 5; ++number) {
      communicators[number].origin = {2, {static_cast<std::int64_t>(number), 0, 0}};
      communicators[number].id = id_of_made(communicators[2].id, *communicators[number].origin);
    }
    parts[i].bridges = {{2, i == 0 ? "token" : second_token}};
  }
  join_worlds(parts);
  return parts;
}

TEST(Worlds, AreJoinedByWhatBothSidesNote) {
  const Unified all = unify(two_worlds("token"));
  ASSERT_EQ(all.communicators.size(), 6u);  // with one MPI_COMM_WORLD each
  EXPECT_THAT(all.communicators[2].groups, ElementsAre(ElementsAre(0), ElementsAre(1)));
  EXPECT_THAT(all.communicators[3].groups, ElementsAre(ElementsAre(0), ElementsAre(1)));
  EXPECT_THAT(all.communicators[4].groups, ElementsAre(ElementsAre(0, 1)));
  EXPECT_THAT(all.communicator_numbers[0], ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(all.communicator_numbers[1], ElementsAre(5, 1, 2, 3, 4));
}

TEST(Worlds, ThatDoNotKnowEachOtherHaveNoCommunicatorInCommon) {
  const Unified all = unify(two_worlds("another"));
  EXPECT_THAT(all.communicator_numbers[0],
              ElementsAre(0, 1, kNoCommunicator, kNoCommunicator, kNoCommunicator));
  EXPECT_THAT(all.communicator_numbers[1],
              ElementsAre(5, 1, kNoCommunicator, kNoCommunicator, kNoCommunicator));
}

TEST(Worlds, ShareCommunicatorsThatAreNotDefined) {
  std::vector<ProcessPart> parts{member_of(7, 0, 1), member_of(7, 1, 1)};
  parts[1].communicators[2].foreign = true;
  const Unified all = unify(parts);
  EXPECT_THAT(all.communicator_numbers[0], ElementsAre(0, 1, kNoCommunicator));
}

}  // namespace
}  // namespace lull::recorder
