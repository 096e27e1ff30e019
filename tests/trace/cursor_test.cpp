// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Cursors over a trace in memory and over an archive deliver all events once, even across
// release().
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "lull/base/error.hpp"
#include "lull/trace/otf2/archive_reader.hpp"
#include "lull/trace/source/stashed_cursor.hpp"
#include "support/otf2_print.hpp"
#include "support/shared.hpp"
#include "support/temporary_directory.hpp"
#include "support/text/text_trace.hpp"

namespace lull {
namespace {

using testing::HasSubstr;

using Seen = std::vector<std::pair<std::uint64_t, std::size_t>>;  // time, kind

Seen read_all(EventCursor& cursor) {
  Seen seen;
  for (auto events = cursor.next(); !events.empty(); events = cursor.next())
    for (const Event& event : events) seen.emplace_back(event.time.ticks, event.body.index());
  return seen;
}

// Releases the cursor after each batch, with the last `unread` events of it unread.
Seen read_with_releases(EventCursor& cursor, std::size_t unread) {
  Seen seen;
  for (auto events = cursor.next(); !events.empty(); events = cursor.next()) {
    const std::size_t left = std::min(unread, events.size() - 1);
    for (const Event& event : events.first(events.size() - left))
      seen.emplace_back(event.time.ticks, event.body.index());
    cursor.release(left);
  }
  return seen;
}

// Reads through a stash of `ahead` events, in intervals of time. `positions` receives the number of
// events before each position.
Seen read_stashed(std::unique_ptr<EventCursor> cursor, std::size_t ahead,
                  std::vector<std::pair<std::uint64_t, std::size_t>>& positions) {
  Seen seen;
  StashedCursor stash(std::move(cursor), ahead);
  while (stash.more()) {
    const Timestamp until{stash.next_time().ticks + 12};
    const std::size_t before = seen.size();
    const std::size_t used = stash.use_while([until](Timestamp time) { return time < until; },
                                             [&seen]<class Body>(Timestamp time, const Body&) {
                                               seen.emplace_back(time.ticks, kEventKind<Body>);
                                             },
                                             [&] {
                                               if (const auto position = stash.position())
                                                 positions.emplace_back(*position, seen.size());
                                             });
    EXPECT_EQ(used, seen.size() - before);
    EXPECT_GT(used, 0u);
    for (std::size_t i = before; i < seen.size(); ++i) EXPECT_LT(seen[i].first, until.ticks);
  }
  return seen;
}

// Checks that seeking a position delivers the events from there on; samples some positions.
void expect_positions(const TraceSource& trace, LocationId location,
                      const EventSelection& selection, const Seen& whole,
                      const std::vector<std::pair<std::uint64_t, std::size_t>>& positions) {
  const auto cursor = trace.open(location, selection);
  const std::size_t step = positions.size() / 5 + 1;
  for (std::size_t i = 0; i < positions.size(); i += step) {
    cursor->seek(positions[i].first);
    const auto from = whole.begin() + static_cast<std::ptrdiff_t>(positions[i].second);
    EXPECT_EQ(read_all(*cursor), Seen(from, whole.end()));
  }
}

void expect_positions_of_batches(const TraceSource& trace, LocationId location,
                                 const EventSelection& selection, const Seen& whole) {
  const auto cursor = trace.open(location, selection);
  std::vector<std::pair<std::uint64_t, std::size_t>> positions;
  std::size_t seen = 0;
  for (auto events = cursor->next(); !events.empty(); events = cursor->next()) {
    ASSERT_TRUE(cursor->position().has_value());
    positions.emplace_back(*cursor->position(), seen);
    seen += events.size();
  }
  expect_positions(trace, location, selection, whole, positions);
}

void expect_the_same_across_releases(const TraceSource& trace) {
  for (const EventSelection& selection :
       {select_all_events(), select_events<Enter, MpiRecv, MpiSend>(), select_events<Leave>()})
    for (std::size_t i = 0; i < trace.definitions().location_count(); ++i) {
      const Seen whole = read_all(*trace.open(LocationId(i), selection));
      for (const std::size_t unread : {0u, 1u, 7u, 1000u})
        EXPECT_EQ(read_with_releases(*trace.open(LocationId(i), selection), unread), whole)
            << "location " << i << ", " << unread << " events unread";
      for (const std::size_t ahead : {1u, 3u, 1000u}) {
        std::vector<std::pair<std::uint64_t, std::size_t>> positions;
        EXPECT_EQ(read_stashed(trace.open(LocationId(i), selection), ahead, positions), whole)
            << "location " << i << ", " << ahead << " events ahead";
        EXPECT_EQ(positions.empty(), whole.empty());
        expect_positions(trace, LocationId(i), selection, whole, positions);
      }
      expect_positions_of_batches(trace, LocationId(i), selection, whole);
    }
}

constexpr const char* kText = R"(
processes 2
0: 0 enter main; 5..10 MPI_Send 6 send 1; 20..30 f; 31..40 f; 50 leave
1: 0 enter main; 7..12 MPI_Recv recv 0; 50 leave
)";

TEST(MemoryCursor, DeliversSelectedEventsOnly) {
  const auto text = support::parse_text_trace(kText);
  const TraceSource& trace = *text.trace;
  EXPECT_EQ(read_all(*trace.open(LocationId(std::size_t{0}), select_events<MpiSend, MpiRecv>())),
            (Seen{{6, kEventKind<MpiSend>}}));
  EXPECT_EQ(read_all(*trace.open(LocationId(std::size_t{0}), select_all_events())).size(), 9u);
}

TEST(MemoryCursor, DeliversUnreadEventsOnceMoreAfterRelease) {
  expect_the_same_across_releases(*support::parse_text_trace(kText).trace);
}

TEST(MemoryCursor, StaysAtItsEnd) {
  const auto text = support::parse_text_trace(kText);
  const TraceSource& trace = *text.trace;
  const auto cursor = trace.open(LocationId(std::size_t{1}), select_all_events());
  EXPECT_EQ(read_all(*cursor).size(), 5u);
  EXPECT_TRUE(cursor->next().empty());
  EXPECT_EQ(cursor->damage(), "");
}

class ArchiveCursorOn : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    path_ = support::shared_directory() / "traces" / GetParam();
    if (!std::filesystem::exists(path_)) GTEST_SKIP() << path_ << " is not there";
  }
  std::filesystem::path path_;
};

TEST_P(ArchiveCursorOn, DeliversAsManyEventsAsOtf2Prints) {
  if (!support::have_otf2_print()) GTEST_SKIP() << "otf2-print is not installed";
  const auto archive = open_archive(path_);
  std::size_t events = 0;
  for (std::size_t i = 0; i < archive->definitions().location_count(); ++i)
    events += read_all(*archive->open(LocationId(i), select_all_events())).size();
  const auto lines = support::print_events(find_anchor(path_));
  EXPECT_EQ(events, support::event_heads(lines).size());
}

TEST_P(ArchiveCursorOn, DeliversTheSameEventsAcrossReleases) {
  expect_the_same_across_releases(*open_archive(path_));
}

TEST_P(ArchiveCursorOn, ReadsOneLocationSeveralTimesAtOnce) {
  const auto archive = open_archive(path_);
  for (std::size_t i = 0; i < archive->definitions().location_count(); ++i) {
    const auto wanted = read_all(*archive->open(LocationId(i), select_all_events()));
    const auto a = archive->open(LocationId(i), select_all_events());
    const auto first = a->next();
    EXPECT_EQ(first.size(), std::min<std::size_t>(wanted.size(), first.size()));
    const std::size_t begun = first.size();
    EXPECT_EQ(read_all(*archive->open(LocationId(i), select_all_events())), wanted);
    const auto b = archive->open(LocationId(i), select_all_events());
    static_cast<void>(b->next());
    const auto rest = read_all(*a);
    EXPECT_TRUE(std::equal(rest.begin(), rest.end(),
                           wanted.begin() + static_cast<std::ptrdiff_t>(begun), wanted.end()));
  }
}

TEST_P(ArchiveCursorOn, SeeksAnyEvent) {
  const auto archive = open_archive(path_);
  const auto cursor = archive->open(LocationId(0), select_all_events());
  const auto wanted = read_all(*cursor);
  for (const std::size_t position : {wanted.size() / 2, std::size_t{0}, wanted.size() - 1}) {
    cursor->seek(position);
    const auto rest = read_all(*cursor);
    EXPECT_TRUE(std::equal(rest.begin(), rest.end(),
                           wanted.begin() + static_cast<std::ptrdiff_t>(position), wanted.end()));
  }
  cursor->seek(wanted.size());
  EXPECT_TRUE(cursor->next().empty());
}

TEST_P(ArchiveCursorOn, FindsEveryLocationComplete) {
  const auto archive = open_archive(path_);
  for (std::size_t i = 0; i < archive->definitions().location_count(); ++i) {
    const auto cursor = archive->open(LocationId(i), select_all_events());
    read_all(*cursor);
    EXPECT_EQ(cursor->damage(), "");
  }
}

INSTANTIATE_TEST_SUITE_P(Shared, ArchiveCursorOn,
                         testing::Values("hybrid4x3", "mixed-mpi-4", "rma4", "shmem4", "waits8"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::erase(name, '-');
                           return name;
                         });

std::string complaint_about(const std::filesystem::path& path) {
  try {
    return find_anchor(path).string();
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), ExitStatus::Input);
    return error.what();
  }
}

TEST(FindAnchor, TakesTheOnlyAnchorOfADirectory) {
  const support::TemporaryDirectory directory;
  std::ofstream(directory / "run.otf2") << "x";
  std::ofstream(directory / "run.def") << "x";
  EXPECT_EQ(find_anchor(directory.path()), directory / "run.otf2");
  EXPECT_EQ(find_anchor(directory / "run.otf2"), directory / "run.otf2");
}

TEST(FindAnchor, ReportsAMissingPath) {
  const support::TemporaryDirectory directory;
  EXPECT_EQ(complaint_about(directory / "none"),
            (directory / "none").string() + ": no such file or directory");
}

TEST(FindAnchor, ReportsADirectoryWithoutAnArchive) {
  const support::TemporaryDirectory directory;
  EXPECT_THAT(complaint_about(directory.path()), HasSubstr("contains no OTF2 archive"));
}

TEST(FindAnchor, AsksWhichOfSeveralAnchorsToUse) {
  const support::TemporaryDirectory directory;
  std::ofstream(directory / "a.otf2") << "x";
  std::ofstream(directory / "b.otf2") << "x";
  EXPECT_THAT(complaint_about(directory.path()),
              HasSubstr("contains 2 OTF2 archives; specify one"));
}

TEST(OpenArchive, NamesAFileThatIsNotAnArchive) {
  const support::TemporaryDirectory directory;
  std::ofstream(directory / "run.otf2") << "this is not an archive";
  try {
    static_cast<void>(open_archive(directory / "run.otf2"));
    FAIL() << "it was opened";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), ExitStatus::Input);
    EXPECT_THAT(error.what(), HasSubstr("run.otf2"));
  }
}

}  // namespace
}  // namespace lull
