// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// This file is longer than others, since all tests share one assembled recording.
#include "lull/recorder/assembly/assembly.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <optional>
#include <utility>

#include "lull/base/error.hpp"
#include "lull/base/recording_properties.hpp"
#include "lull/recorder/assembly/merged/merged_definitions.hpp"
#include "lull/recorder/assembly/worlds/worlds.hpp"
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
  write_journal("b", journal(1) + R"({"thre)");  // killed while writing this
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
  std::filesystem::remove(once.event_file(0));  // as if moved by an interrupted assembly
  const ProcessPart again = read_part(copy / "a");
  EXPECT_FALSE(again.ended);
  EXPECT_FALSE(std::filesystem::exists(again.event_file(0)));
}

TEST_F(AssemblyTest, LeavesOutAProcessThatCouldNotBegin) {
  write_journal("a", journal(0) + R"({"mpi":{"rank":0,"size":1}})" + "\n");
  write_journal("b", "");
  write_journal("c", R"({"thread":{"number":0}})"
                     "\n");
  EXPECT_THAT(failure(), HasSubstr("ends too early"));
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
  EXPECT_THAT(trace->definitions().defects,
              testing::Contains(HasSubstr("1 of 2 processes (0) ended when the size limit")));
}

std::vector<std::string> names_of_processes(const Definitions& definitions) {
  std::vector<std::string> names;
  for (const Process& process : definitions.processes) names.push_back(process.name);
  return names;
}

TEST_F(AssemblyTest, KeepsTheRanksOfUnrecordedProcesses) {
  write_journal("a", journal(1) + R"({"communicator":{"number":0,"id":"world"}})" + "\n");
  const Assembled made = assemble(directory_.path());
  EXPECT_EQ(made.processes, 1u);
  EXPECT_THAT(made.notes, testing::Contains(std::pair(recording_properties::kNotRecorded, "0")));
  const auto trace = open_archive(directory_.path());
  EXPECT_THAT(names_of_processes(trace->definitions()),
              ElementsAre("MPI Rank 0 (not recorded)", "MPI Rank 1"));
  EXPECT_EQ(trace->definitions().mpi_world()->size(), 2u);
  EXPECT_THAT(trace->definitions().defects,
              testing::Contains(HasSubstr("not loaded into 1 of 2 processes (0)")));
}

TEST_F(AssemblyTest, DistinguishesRunsRecordedInOneDirectory) {
  write_journal("a", journal(0));
  write_journal("b", journal(0));
  write_journal("c", journal(1));
  assemble(directory_.path());
  const auto trace = open_archive(directory_.path());
  EXPECT_THAT(names_of_processes(trace->definitions()),
              ElementsAre("MPI Rank 0 (run 1)", "MPI Rank 1 (run 1)", "MPI Rank 0 (run 2)",
                          "MPI Rank 1 (run 2) (not recorded)"));
  EXPECT_THAT(trace->definitions().defects, testing::Contains(HasSubstr("2 unrelated program runs "
                                                                        "(processes 0-1; 2-3)")));
}

TEST_F(AssemblyTest, RejectsImpossibleRanks) {
  for (const char* const mpi : {R"({"mpi":{"rank":2,"size":2}})", R"({"mpi":{"rank":0,"size":0}})",
                                R"({"mpi":{"rank":0,"size":99999999}})"}) {
    write_journal("a", journal(0) + mpi + "\n");
    EXPECT_THAT(failure(), HasSubstr("line 4 is damaged"));
  }
  write_journal("a", journal(0) + R"({"mpi":{"rank":0,"size":1000000}})" + "\n");
  EXPECT_THAT(failure(), HasSubstr("999999 of the processes"));
}

TEST_F(AssemblyTest, NamesTheLineOfADamagedJournal) {
  write_journal("a", journal(0) + "{nothing}\n");
  EXPECT_THAT(failure(), HasSubstr("line 4 is damaged"));
  EXPECT_TRUE(has_parts(directory_.path()));
}

TEST_F(AssemblyTest, RejectsInconsistentGrids) {
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

TEST_F(AssemblyTest, ReportsThatNothingWasRecorded) {
  std::filesystem::create_directories(directory_.path() / ".parts");
  EXPECT_THAT(failure(), HasSubstr("nothing was recorded"));
}

ProcessPart member_of(const std::string& job, std::uint32_t rank, std::uint64_t began,
                      std::uint32_t size = 2) {
  ProcessPart part;
  if (!job.empty()) part.job["pmix"] = job;
  part.rank = rank;
  part.world_size = size;
  part.clocks = {{began, began, {}}};
  part.communicators = {{.id = "world", .groups = {}},
                        {.id = "self", .groups = {}},
                        {.id = "[0,0]", .groups = {{1, 0}}}};
  part.groups = {{1}};
  return part;
}

TEST(Worlds, AreNumberedConsecutively) {
  std::vector<ProcessPart> parts{member_of("7", 1, 300), member_of("9", 1, 100),
                                 member_of("9", 0, 101), ProcessPart{}, member_of("7", 0, 301)};
  join_worlds(parts);
  for (std::uint32_t i = 0; i < 4; ++i) EXPECT_EQ(parts[i].rank, i);
  EXPECT_FALSE(parts[4].rank);
  EXPECT_EQ(parts[1].job["pmix"], "9");
  EXPECT_EQ(parts[2].job["pmix"], "7");
  EXPECT_THAT(parts[3].groups, ElementsAre(ElementsAre(3)));
  const MergedDefinitions all = merge_definitions(parts);
  ASSERT_EQ(all.communicators.size(), 5u);
  EXPECT_THAT(all.communicators[0].groups, ElementsAre(ElementsAre(0, 1)));
  EXPECT_THAT(all.communicators[2].groups, ElementsAre(ElementsAre(1, 0)));
  EXPECT_THAT(all.communicators[3].groups, ElementsAre(ElementsAre(2, 3)));
  EXPECT_THAT(all.communicators[4].groups, ElementsAre(ElementsAre(3, 2)));
  EXPECT_THAT(all.communicator_numbers[3], ElementsAre(3, 1, 4));
}

// Returns rank, world, and whether it is recorded, in the order in which the processes began.
std::vector<std::string> places_of(std::vector<ProcessPart> parts) {
  join_worlds(parts);
  std::vector<std::string> places;
  for (const ProcessPart& part : parts)
    places.push_back((part.recorded ? part.parent + part.host : "-") +
                     (part.rank ? part.process_name : ""));
  return places;
}

ProcessPart with(ProcessPart part, const std::string& host, const std::string& parent = "") {
  part.host = host;
  part.parent = parent;
  return part;
}

TEST(Worlds, WithoutLauncherInformationAreGroupedByTheStartingProcess) {
  EXPECT_THAT(places_of({with(member_of("", 0, 1), "a", "x"), with(member_of("", 0, 2), "a", "y"),
                         with(member_of("", 1, 3), "a", "y"), with(member_of("", 1, 4), "a", "x")}),
              ElementsAre("xa 0 (run 1)", "xa 1 (run 1)", "ya 0 (run 2)", "ya 1 (run 2)"));
}

TEST(Worlds, AreMergedIfTheirRanksFit) {
  EXPECT_THAT(places_of({with(member_of("", 0, 1), "a", "x"), with(member_of("", 1, 2), "b", "y")}),
              ElementsAre("xa 0", "yb 1"));
  EXPECT_THAT(places_of({with(member_of("1", 0, 1), "a"), with(member_of("2", 1, 2), "b")}),
              ElementsAre("a 0 (run 1)", "- 1 (run 1)", "- 0 (run 2)", "b 1 (run 2)"));
}

TEST(Worlds, ThatFitSeveralOthersAreNotMerged) {
  EXPECT_THAT(places_of({with(member_of("1", 0, 1), "a"), with(member_of("2", 0, 2), "b"),
                         with(member_of("", 1, 3), "c")}),
              ElementsAre("a 0 (run 1)", "- 1 (run 1)", "b 0 (run 2)", "- 1 (run 2)", "- 0 (run 3)",
                          "c 1 (run 3)"));
}

TEST(Worlds, IncludeProcessesThatEndedBeforeKnowingTheirRank) {
  ProcessPart died = member_of("1", 1, 2);
  died.host = "died";
  died.launched_rank = std::exchange(died.rank, std::nullopt);
  died.communicators.clear();
  EXPECT_THAT(places_of({member_of("1", 0, 1), died}), ElementsAre(" 0", "- 1", "died"));
  died.regions = {{.name = "MPI_Init_thread"}};
  EXPECT_THAT(places_of({member_of("1", 0, 1), died}), ElementsAre(" 0", "died 1"));
}

TEST(Worlds, OfOneProcessAreNeverMerged) {
  EXPECT_THAT(places_of({member_of("1", 0, 1, 1), member_of("1", 0, 2, 1)}),
              ElementsAre(" 0 (run 1)", " 0 (run 2)"));
}

// One process in each world. Each has its own names for the communicator between them, for a copy
// of it, and for a communicator of both worlds, and knows only its own members.
std::vector<ProcessPart> two_worlds(const std::string& second_token) {
  std::vector<ProcessPart> parts{member_of("7", 0, 1, 1), member_of("9", 0, 2, 1)};
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

TEST(Worlds, AreConnectedByTheNotesOfBothSides) {
  const MergedDefinitions all = merge_definitions(two_worlds("token"));
  ASSERT_EQ(all.communicators.size(), 6u);  // each recording has an MPI_COMM_WORLD
  EXPECT_THAT(all.communicators[2].groups, ElementsAre(ElementsAre(0), ElementsAre(1)));
  EXPECT_THAT(all.communicators[3].groups, ElementsAre(ElementsAre(0), ElementsAre(1)));
  EXPECT_THAT(all.communicators[4].groups, ElementsAre(ElementsAre(0, 1)));
  EXPECT_THAT(all.communicator_numbers[0], ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(all.communicator_numbers[1], ElementsAre(5, 1, 2, 3, 4));
}

TEST(Worlds, WithoutConnectionShareNoCommunicator) {
  const MergedDefinitions all = merge_definitions(two_worlds("another"));
  EXPECT_THAT(all.communicator_numbers[0],
              ElementsAre(0, 1, kNoCommunicator, kNoCommunicator, kNoCommunicator));
  EXPECT_THAT(all.communicator_numbers[1],
              ElementsAre(5, 1, kNoCommunicator, kNoCommunicator, kNoCommunicator));
}

struct Meeting {
  std::string world;
  RecordedMeeting::Kind kind;
  std::uint64_t from = 0;
  std::uint64_t until = 0;
  std::string port = "";
  std::uint64_t there = 1;
};

// Returns for each process of a meeting the index of its partner in a shared communicator.
std::vector<int> partners_of(const std::vector<Meeting>& meetings) {
  std::vector<ProcessPart> parts;
  for (const Meeting& meeting : meetings) {
    ProcessPart& part = parts.emplace_back(member_of(meeting.world, 0, meeting.from, 1));
    part.pid = static_cast<std::int64_t>(parts.size()) - 1;
    part.boot_id = "a";  // one clock
    part.communicators = {{.id = "met", .groups = {}, .across = true}};
    part.meetings = {{.kind = meeting.kind,
                      .communicator = 0,
                      .here = 1,
                      .there = meeting.there,
                      .from = meeting.from,
                      .until = meeting.until,
                      .port = meeting.port,
                      .root = 0}};
  }
  join_worlds(parts);
  std::vector<int> partners(meetings.size(), -1);
  for (const ProcessPart& part : parts)
    for (const ProcessPart& other : parts)
      if (part.pid != other.pid && part.communicators[0].id == other.communicators[0].id)
        partners[static_cast<std::size_t>(part.pid)] = static_cast<int>(other.pid);
  for (const ProcessPart& part : parts)
    EXPECT_EQ(part.has_unknown_peers, partners[static_cast<std::size_t>(part.pid)] < 0);
  return partners;
}

constexpr auto kSpawn = RecordedMeeting::Kind::Spawn;
constexpr auto kSpawned = RecordedMeeting::Kind::Spawned;
constexpr auto kAccept = RecordedMeeting::Kind::Accept;
constexpr auto kConnect = RecordedMeeting::Kind::Connect;

TEST(Worlds, AreMatchedByTheTimesOfTheirCalls) {
  EXPECT_THAT(partners_of({{"", kSpawn, 10, 20}, {"", kSpawned, 15, 15}}), ElementsAre(1, 0));
  EXPECT_THAT(partners_of({{"", kSpawn, 10, 20}, {"", kSpawned, 25, 25}}), ElementsAre(-1, -1));
  EXPECT_THAT(partners_of({{"", kSpawn, 10, 20}, {"", kSpawned, 15, 15, "", 2}}),
              ElementsAre(-1, -1));
  EXPECT_THAT(partners_of({{"", kSpawn, 10, 20}, {"", kConnect, 15, 15}}), ElementsAre(-1, -1));
  EXPECT_THAT(partners_of({{"", kSpawn, 10, 20},
                           {"", kSpawned, 35, 35},
                           {"", kSpawned, 15, 15},
                           {"", kSpawn, 30, 40}}),
              ElementsAre(2, 3, 0, 1));
}

TEST(Worlds, WithSeveralPossiblePartnersAreNotMatched) {
  EXPECT_THAT(partners_of({{"", kSpawn, 10, 20},
                           {"", kSpawn, 11, 20},
                           {"", kSpawned, 15, 15},
                           {"", kSpawned, 16, 16}}),
              ElementsAre(-1, -1, -1, -1));
  EXPECT_THAT(partners_of({{"", kSpawn, 10, 20},
                           {"", kSpawn, 11, 20},
                           {"", kSpawned, 15, 15},
                           {"", kSpawn, 31, 50},
                           {"", kSpawned, 40, 40}}),
              ElementsAre(-1, -1, -1, 4, 3));
  EXPECT_THAT(partners_of({{"1", kSpawn, 10, 20},
                           {"2", kSpawn, 11, 20},
                           {"3", kSpawned, 15, 15, "2.0:7"},
                           {"4", kSpawned, 16, 16, "1.0:8"}}),
              ElementsAre(3, 2, 1, 0));
}

TEST(Worlds, AreMatchedByPorts) {
  EXPECT_THAT(partners_of({{"", kAccept, 10, 20, "a"},
                           {"", kAccept, 10, 20, "b"},
                           {"", kConnect, 5, 21, "b"},
                           {"", kConnect, 6, 22, "a"}}),
              ElementsAre(3, 2, 1, 0));
  EXPECT_THAT(partners_of({{"", kAccept, 10, 20, "a"},
                           {"", kAccept, 20, 30, "a"},
                           {"", kConnect, 5, 31, "a"},
                           {"", kConnect, 6, 22, "a"}}),
              ElementsAre(3, 2, 1, 0));
  EXPECT_THAT(partners_of({{"", kAccept, 10, 20, "a"}, {"", kConnect, 5, 21}}), ElementsAre(1, 0));
  EXPECT_THAT(partners_of({{"", kAccept, 10, 20, "a"}, {"", kConnect, 5, 21, "b"}}),
              ElementsAre(-1, -1));
}

TEST(Worlds, ShareUndefinedCommunicators) {
  std::vector<ProcessPart> parts{member_of("7", 0, 1), member_of("7", 1, 1)};
  parts[1].communicators[2].foreign = true;
  const MergedDefinitions all = merge_definitions(parts);
  EXPECT_THAT(all.communicator_numbers[0], ElementsAre(0, 1, kNoCommunicator));
}

}  // namespace
}  // namespace lull::recorder
