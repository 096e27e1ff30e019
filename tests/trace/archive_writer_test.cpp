// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/otf2/archive_writer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "lull/base/error.hpp"
#include "lull/trace/otf2/archive_reader.hpp"
#include "support/otf2_print.hpp"
#include "support/temporary_directory.hpp"
#include "support/text/text_trace.hpp"
#include "trace/every_event.hpp"

namespace lull {
namespace {

using support::TemporaryDirectory;
using ::testing::Contains;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAreArray;

std::size_t entries_in(const std::filesystem::path& directory) {
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator(directory), {}));
}

std::string error_of(const auto& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(ArchiveWriter, WritesEveryKindOfEventAsOtf2PrintReadsIt) {
  if (!support::have_otf2_print()) GTEST_SKIP() << "otf2-print is not installed";
  const TemporaryDirectory directory;
  const auto trace = support::trace_of_every_event();
  write_archive(*trace, directory / "archive");
  const auto lines = support::print_events(directory / "archive/traces.otf2");
  std::vector<std::string> expected;
  for (std::size_t i = 0; i < trace->events[0].size(); ++i)
    expected.push_back(fmt::format("{} 0 {}", support::names_of_every_event()[i], 10 * (i + 1)));
  EXPECT_EQ(support::event_heads(lines), expected);
  EXPECT_EQ(expected.size(), std::variant_size_v<EventBody> - 1);
}

TEST(ArchiveWriter, WritesTheAttributesOfEvents) {
  if (!support::have_otf2_print()) GTEST_SKIP() << "otf2-print is not installed";
  const TemporaryDirectory directory;
  write_archive(*support::trace_of_every_event(), directory / "archive");
  const auto lines = support::print_events(directory / "archive/traces.otf2");
  EXPECT_THAT(lines, Contains(ContainsRegex("^MPI_ISEND .*Tag: 5, Length: 6, Request: 7")));
  EXPECT_THAT(
      lines,
      Contains(ContainsRegex("^MPI_COLLECTIVE_END .*REDUCE.*Root: 0 .*Sent: 15, Received: 16")));
  EXPECT_THAT(
      lines,
      Contains(ContainsRegex("^THREAD_ACQUIRE_LOCK .*OPENMP.*Lock: 21, Acquisition Order: 22")));
  EXPECT_THAT(lines, Contains(ContainsRegex("^THREAD_TASK_SWITCH .*27.*28")));
  EXPECT_THAT(lines, Contains(ContainsRegex("^METRIC .*watt.*2.5")));
  EXPECT_THAT(lines, Contains(ContainsRegex("^PARAMETER_INT64 .*step.*-35")));
  EXPECT_THAT(lines, Contains(ContainsRegex("^RMA_ATOMIC .*47.*48.*49")));
  EXPECT_THAT(lines, Contains(ContainsRegex("^RMA_REQUEST_LOCK .*39.*SHARED")));
  EXPECT_THAT(lines, Contains(ContainsRegex("^PROGRAM_END .*-3")));
  EXPECT_THAT(lines, Contains(ContainsRegex("^IO_SEEK .*-54.*55")));
}

TEST(ArchiveWriter, WritesADefinitionForEverythingThatIsDefined) {
  if (!support::have_otf2_print()) GTEST_SKIP() << "otf2-print is not installed";
  const TemporaryDirectory directory;
  write_archive(*support::trace_of_every_event(), directory / "archive");
  const auto lines = support::print_definitions(directory / "archive/traces.otf2");
  EXPECT_THAT(
      lines,
      Contains(ContainsRegex("^CLOCK_PROPERTIES .*1000000000, Global Offset: 10, Length: 710")));
  EXPECT_THAT(lines, Contains(ContainsRegex("^LOCATION .*Master thread.*# Events: 72")));
  EXPECT_THAT(lines, Contains(ContainsRegex("^COMM .*MPI_COMM_WORLD")));
  EXPECT_THAT(lines, Contains(ContainsRegex("^GROUP .*COMM_SELF")));
  EXPECT_THAT(lines, Contains(ContainsRegex("^METRIC_MEMBER .*watt.*ABSOLUTE_LAST.*DOUBLE")));
  EXPECT_THAT(lines, Contains(ContainsRegex("^CART_TOPOLOGY .*line")));
  EXPECT_THAT(lines, Contains(ContainsRegex("^CART_DIMENSION .*Periodicity: TRUE")));
  EXPECT_THAT(lines, Contains(ContainsRegex("^RMA_WIN .*window")));
  EXPECT_THAT(lines, Contains(ContainsRegex("^IO_HANDLE .*copy")));
}

TEST(ArchiveWriter, WritesTheSameArchiveAfterReadingItBack) {
  if (!support::have_otf2_print()) GTEST_SKIP() << "otf2-print is not installed";
  const TemporaryDirectory directory;
  write_archive(*support::trace_of_every_event(), directory / "first");
  write_archive(*open_archive(directory / "first"), directory / "second");
  const auto first = directory / "first/traces.otf2";
  const auto second = directory / "second/traces.otf2";
  EXPECT_EQ(support::print_events(first), support::print_events(second));
  EXPECT_THAT(support::print_definitions(first),
              UnorderedElementsAreArray(support::print_definitions(second)));
}

TEST(ArchiveWriter, KeepsClockOffsets) {
  const TemporaryDirectory directory;
  const auto trace = support::trace_of_every_event();
  trace->definitions_table.clock_offsets[0] = {{Timestamp{10}, -5, 0.5}, {Timestamp{900}, 7, 0.25}};
  write_archive(*trace, directory / "archive");
  const auto archive = open_archive(directory / "archive");
  const auto& offsets = archive->definitions().clock_offsets.at(0);
  ASSERT_EQ(offsets.size(), 2u);
  EXPECT_EQ(offsets[0].offset, -5);
  EXPECT_EQ(offsets[1].time, Timestamp{900});
}

TEST(ArchiveWriter, StreamsLocationsInAnyInterleaving) {
  const auto text = support::parse_text_trace(R"(
    processes 2
    0: 1 enter main; 5 leave
    1: 2 enter main; 4 enter main; 5 leave; 6 leave
  )");
  const TemporaryDirectory directory;
  ArchiveWriter archive(directory / "archive", text.trace->definitions());
  LocationWriter& one = archive.location(LocationId(1));
  LocationWriter& zero = archive.location(LocationId(0));
  one.write(text.trace->events[1][0]);
  zero.write(text.trace->events[0][0]);
  one.write(text.trace->events[1][1]);
  EXPECT_EQ(archive.events(), 3u);
  archive.finish();
  const auto copy = open_archive(directory / "archive");
  EXPECT_EQ(copy->definitions().locations[0].events, 1u);
  EXPECT_EQ(copy->definitions().locations[1].events, 2u);
}

TEST(ArchiveWriter, FlushesEventsThatDoNotFitIntoOneChunk) {
  const auto text = support::parse_text_trace("0: 0 enter main");
  const TemporaryDirectory directory;
  constexpr std::uint64_t kPairs = 300'000;
  {
    ArchiveWriter archive(directory / "archive", text.trace->definitions());
    LocationWriter& location = archive.location(LocationId(0));
    for (std::uint64_t i = 0; i < kPairs; ++i) {
      location.write({Timestamp{2 * i}, Enter{RegionId(0)}});
      location.write({Timestamp{2 * i + 1}, Leave{RegionId(0)}});
    }
    archive.finish();
  }
  const auto archive = open_archive(directory / "archive");
  const auto cursor = archive->open(LocationId(0), select_all_events());
  std::uint64_t count = 0;
  for (auto events = cursor->next(); !events.empty(); events = cursor->next())
    for (const Event& event : events) ASSERT_EQ(event.time, Timestamp{count++});
  EXPECT_EQ(count, 2 * kPairs);
  EXPECT_THAT(cursor->damage(), IsEmpty());
}

TEST(ArchiveWriter, LeavesNothingBehindWithoutFinish) {
  const auto text = support::parse_text_trace("0: 0 enter main");
  const TemporaryDirectory directory;
  {
    ArchiveWriter archive(directory / "archive", text.trace->definitions());
    archive.location(LocationId(0)).write(text.trace->events[0][0]);
    EXPECT_EQ(entries_in(directory.path()), 1u);
  }
  EXPECT_EQ(entries_in(directory.path()), 0u);
}

TEST(ArchiveWriter, DoesNotOverwriteExistingFiles) {
  const auto text = support::parse_text_trace("0: 0 enter main");
  const TemporaryDirectory directory;
  std::ofstream(directory / "precious") << "text";
  EXPECT_THAT(error_of([&] { write_archive(*text.trace, directory.path()); }),
              HasSubstr("already exists"));
  EXPECT_EQ(entries_in(directory.path()), 1u);
}

TEST(ArchiveWriter, NamesTheEventThatGoesBackInTime) {
  const auto text = support::parse_text_trace("0: 5 enter main; 4! leave");
  const TemporaryDirectory directory;
  EXPECT_THAT(error_of([&] { write_archive(*text.trace, directory / "archive"); }),
              HasSubstr("Event 2 of location 0 (\"Master thread\") goes back in time"));
  EXPECT_EQ(entries_in(directory.path()), 0u);
}

TEST(ArchiveWriter, NamesTheDirectoryItCannotWrite) {
  const auto text = support::parse_text_trace("0: 5 enter main");
  EXPECT_THAT(error_of([&] { write_archive(*text.trace, "/proc/archive"); }),
              HasSubstr("cannot be created"));
}

}  // namespace
}  // namespace lull
