// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Lull's decoder of event files against the OTF2 library: every field of every event, of whole
// archives and, up to where the library stops, of damaged ones.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "event_text.hpp"
#include "every_event.hpp"
#include "lull/base/error.hpp"
#include "lull/trace/otf2/archive_reader.hpp"
#include "lull/trace/otf2/archive_writer.hpp"
#include "support/random_trace.hpp"
#include "support/shared.hpp"
#include "support/temporary_directory.hpp"

namespace lull {
namespace {

namespace fs = std::filesystem;

struct Read {
  std::vector<std::string> events;
  std::string damage;
};

Read read(const TraceSource& source, LocationId location, const EventSelection& selection,
          std::size_t most = SIZE_MAX) {
  Read result;
  const auto cursor = source.open(location, selection, Attributes::Read);
  for (auto events = cursor->next(); !events.empty() && result.events.size() < most;
       events = cursor->next())
    for (const Event& event : events) result.events.push_back(support::text_of(event));
  result.damage = cursor->damage();
  return result;
}

// How many events there were.
std::size_t expect_the_same(const fs::path& archive) {
  const auto own = open_archive(archive, Decoding::Own);
  const auto library = open_archive(archive, Decoding::Library);
  std::size_t events = 0;
  for (std::size_t i = 0; i < own->definitions().locations.size(); ++i) {
    const Read found = read(*own, LocationId(i), select_all_events());
    const Read wanted = read(*library, LocationId(i), select_all_events());
    EXPECT_EQ(found.damage, wanted.damage) << archive << " " << i;
    EXPECT_EQ(found.events.size(), wanted.events.size()) << archive << " " << i;
    for (std::size_t k = 0; k < std::min(found.events.size(), wanted.events.size()); ++k)
      if (found.events[k] != wanted.events[k]) {
        ADD_FAILURE() << archive << " " << i << ": event " << k << " is " << found.events[k]
                      << " and not " << wanted.events[k];
        break;
      }
    events += found.events.size();
  }
  return events;
}

TEST(EventFileDecoder, KnowsEveryRecord) {
  const support::TemporaryDirectory directory;
  write_archive(*support::trace_of_every_event(), directory / "every");
  EXPECT_EQ(expect_the_same(directory / "every"), std::variant_size_v<EventBody> - 1);
}

support::RandomTraceOptions options_of(std::uint64_t seed) {
  support::RandomTraceOptions options;
  options.processes = 2 + seed % 4;
  options.threads = 1 + seed % 3;
  options.steps = 60;
  options.one_sided = seed % 3 == 1;
  options.shmem = seed % 3 == 2;
  options.tasks = options.nested_teams = options.pthreads = seed % 5 == 3;
  return options;
}

TEST(EventFileDecoder, ReadsRandomArchivesAsTheLibraryDoes) {
  std::size_t events = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const support::TemporaryDirectory directory;
    write_archive(*support::random_trace(seed, options_of(seed)), directory / "archive");
    events += expect_the_same(directory / "archive");
  }
  EXPECT_GT(events, 10'000u);
}

TEST(EventFileDecoder, ReadsRealArchivesAsTheLibraryDoes) {
  const fs::path traces = support::shared_directory() / "traces";
  if (!fs::exists(traces)) GTEST_SKIP() << traces << " is not there";
  std::size_t archives = 0;
  for (const auto& entry : fs::directory_iterator(traces)) {
    if (!entry.is_directory()) continue;
    expect_the_same(entry.path());
    ++archives;
  }
  EXPECT_GT(archives, 20u);
}

// Any event can be sought, and reading goes on from there.
TEST(EventFileDecoder, SeeksEachRecord) {
  const support::TemporaryDirectory directory;
  const auto trace = support::random_trace(7, options_of(7));
  write_archive(*trace, directory / "archive");
  const auto archive = open_archive(directory / "archive", Decoding::Own);
  const Read whole = read(*archive, LocationId(0), select_all_events());
  std::mt19937 random(1);
  const auto cursor = archive->open(LocationId(0), select_all_events(), Attributes::Read);
  for (int i = 0; i < 200; ++i) {
    const std::size_t record = random() % (whole.events.size() + 2);
    cursor->seek(record);
    const auto events = cursor->next();
    ASSERT_EQ(events.empty(), record >= whole.events.size());
    if (events.empty()) continue;
    ASSERT_EQ(support::text_of(events.front()), whole.events[record]);
    cursor->release(random() % (events.size() + 1));
  }
}

std::string bytes_of(const fs::path& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

// Whatever bytes change: what both read of an event is the same, as far as the one does that stops
// first, and the decoder goes no further than its own check allows.
TEST(EventFileDecoder, ReadsDamagedFilesAsTheLibraryDoesUpToWhereOneStops) {
  std::size_t damaged = 0;
  std::size_t compared = 0;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const support::TemporaryDirectory directory;
    if (seed == 0)
      write_archive(*support::trace_of_every_event(), directory / "archive");
    else
      write_archive(*support::random_trace(seed, options_of(seed)), directory / "archive");
    const fs::path file = directory / "archive/traces/0.evt";
    ASSERT_TRUE(fs::exists(file));
    const std::string whole = bytes_of(file);
    std::mt19937 random(static_cast<unsigned>(seed));
    for (int i = 0; i < 400; ++i) {
      std::string bytes = whole;
      const std::size_t changes = 1 + random() % 3;
      for (std::size_t change = 0; change < changes; ++change)
        bytes[random() % bytes.size()] = static_cast<char>(random() % 4 == 0 ? 255 : random());
      if (random() % 8 == 0) bytes.resize(random() % bytes.size());
      std::ofstream(file, std::ios::binary) << bytes;
      const auto own = open_archive(directory / "archive", Decoding::Own);
      const auto library = open_archive(directory / "archive", Decoding::Library);
      const std::size_t most = 4 * whole.size();
      const Read found = read(*own, LocationId(0), select_all_events(), most);
      const Read wanted = read(*library, LocationId(0), select_all_events(), most);
      const std::size_t both = std::min(found.events.size(), wanted.events.size());
      for (std::size_t k = 0; k < both; ++k) ASSERT_EQ(found.events[k], wanted.events[k]) << i;
      if (found.damage != wanted.damage) ++damaged;
      compared += both;
    }
  }
  EXPECT_GT(damaged, 20u);
  EXPECT_GT(compared, 50'000u);
}

}  // namespace
}  // namespace lull
