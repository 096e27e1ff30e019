// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Compares Lull's event file decoder with the OTF2 library: every field of every event, for whole
// archives and, up to the point where the library stops, for damaged archives.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "event_text.hpp"
#include "every_event.hpp"
#include "lull/base/error.hpp"
#include "lull/trace/event/event_sink.hpp"
#include "lull/trace/otf2/archive_reader.hpp"
#include "lull/trace/otf2/archive_writer.hpp"
#include "support/random/random_trace.hpp"
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

// Returns the number of events.
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

TEST(EventFileDecoder, DecodesEveryRecord) {
  const support::TemporaryDirectory directory;
  write_archive(*support::trace_of_every_event(), directory / "every");
  EXPECT_EQ(expect_the_same(directory / "every"), std::variant_size_v<EventBody> - 1);
}

support::RandomTraceOptions options_of(std::uint64_t seed) {
  support::RandomTraceOptions options = support::options_of_size(seed, 4, 60);
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

// Any event can be sought, and reading continues from there.
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

// Seed 0: every kind of event; else random events.
void write_some_archive(std::uint64_t seed, const fs::path& path) {
  if (seed == 0) return write_archive(*support::trace_of_every_event(), path);
  write_archive(*support::random_trace(seed, options_of(seed)), path);
}

// Whatever bytes change, both readers deliver the same events until one of them stops, and the
// decoder reads no further than its check allows.
TEST(EventFileDecoder, ReadsDamagedFilesAsTheLibraryDoesUpToWhereOneStops) {
  std::size_t damaged = 0;
  std::size_t compared = 0;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const support::TemporaryDirectory directory;
    write_some_archive(seed, directory / "archive");
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

// Repeatedly gives an archive's first event file other bytes.
template <class Check>
void damage_again_and_again(std::uint64_t seed, int times, Check check) {
  const support::TemporaryDirectory directory;
  write_some_archive(seed, directory / "archive");
  const fs::path file = directory / "archive/traces/0.evt";
  const std::string whole = bytes_of(file);
  std::mt19937 random(static_cast<unsigned>(seed));
  for (int i = 0; i < times; ++i) {
    std::string bytes = whole;
    if (i > 0) bytes[18 + random() % (bytes.size() - 18)] = static_cast<char>(random() % 16);
    std::ofstream(file, std::ios::binary) << bytes;
    check(*open_archive(directory / "archive", Decoding::Own), random);
  }
}

// Damage is found whichever events are selected.
TEST(EventFileDecoder, FindsDamageInUnselectedEvents) {
  std::size_t damaged = 0;
  for (std::uint64_t seed = 0; seed < 4; ++seed)
    damage_again_and_again(seed, 200, [&](const TraceSource& archive, std::mt19937&) {
      const auto damage_of = [&](const EventSelection& selection, Attributes attributes) {
        const auto cursor = archive.open(LocationId(0), selection, attributes);
        while (!cursor->next().empty()) {
        }
        return cursor->damage();
      };
      const std::string damage = damage_of(select_all_events(), Attributes::Read);
      EXPECT_EQ(damage_of(select_all_events(), Attributes::Skip), damage);
      EXPECT_EQ(damage_of(select_events<MpiRecv>(), Attributes::Skip), damage);
      EXPECT_EQ(damage_of(EventSelection(), Attributes::Skip), damage);
      damaged += damage.empty() ? 0 : 1;
    });
  EXPECT_GT(damaged, 100u);
}

class TextSink final : public EventSink {
 public:
  void on(Timestamp time, const Enter& body) override { on(Event{time, body, nullptr}); }
  void on(Timestamp time, const Leave& body) override { on(Event{time, body, nullptr}); }
  void on(Timestamp time, const MpiSend& body) override { on(Event{time, body, nullptr}); }
  void on(Timestamp time, const MpiRecv& body) override { on(Event{time, body, nullptr}); }
  void on(const Event& event) override {
    times.push_back(event.time);
    texts.push_back(support::text_of(event));
  }

  std::vector<Timestamp> times;
  std::vector<std::string> texts;
};

// Fed up to one time after another, a location delivers the same events and damage.
TEST(EventFileDecoder, FeedsTheSameEventsAsItReads) {
  std::size_t limits = 0;
  for (std::uint64_t seed = 0; seed < 4; ++seed)
    damage_again_and_again(seed, 100, [&](const TraceSource& archive, std::mt19937& random) {
      TextSink wanted;
      const auto reader = archive.open(LocationId(0), select_all_events());
      for (auto events = reader->next(); !events.empty(); events = reader->next())
        for (const Event& event : events) wanted.on(event);
      TextSink found;
      const auto cursor = archive.open(LocationId(0), select_all_events());
      ASSERT_TRUE(cursor->feeds());
      for (auto end = EventCursor::FeedEnd::Block; end != EventCursor::FeedEnd::End;) {
        const std::size_t before = found.times.size();
        const Timestamp next = cursor->next_time();
        const Timestamp until{next.ticks + 1 + random() % 1000};
        end = cursor->feed(random() % 20 == 0 ? kEndOfTime : until, found);
        if (end != EventCursor::FeedEnd::Limit) continue;
        ++limits;
        for (std::size_t i = before; i < found.times.size(); ++i) ASSERT_LT(found.times[i], until);
        ASSERT_GE(cursor->next_time(), until);
      }
      ASSERT_EQ(found.texts, wanted.texts);
      ASSERT_EQ(cursor->damage(), reader->damage());
    });
  EXPECT_GT(limits, 1'000u);
}

// The library rejects them, and large ones would take as much memory.
TEST(EventFileDecoder, RefusesChunksOfImpossibleSizes) {
  constexpr std::streamoff kChunkSize = 12;  // its offset in the anchor file
  const support::TemporaryDirectory directory;
  write_archive(*support::random_trace(1, options_of(1)), directory / "archive");
  const fs::path anchor = find_anchor(directory / "archive");
  for (const std::uint64_t size : {std::uint64_t{262'143}, (std::uint64_t{1} << 24U) + 1,
                                   std::uint64_t{1} << 40U, std::uint64_t{1} << 63U}) {
    std::fstream file(anchor, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(kChunkSize);
    file.write(reinterpret_cast<const char*>(&size), sizeof size);
    file.close();
    for (const Decoding decoding : {Decoding::Own, Decoding::Library}) {
      const Read found = read(*open_archive(anchor, decoding), LocationId(0), select_all_events());
      EXPECT_TRUE(found.events.empty());
      EXPECT_NE(found.damage.find("chunk size"), std::string::npos) << found.damage;
    }
  }
}

}  // namespace
}  // namespace lull
