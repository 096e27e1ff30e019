// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The calls that writers of other formats receive for correct and broken traces.
#include "lull/exchange/convert.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "lull/exchange/names.hpp"
#include "support/random/random_trace.hpp"
#include "support/temporary_directory.hpp"
#include "support/text/text_trace.hpp"

namespace lull::exchange {
namespace {

// Checks and counts the calls.
class Listener final : public ExchangeWriter {
 public:
  void begin(const TimeScale& scale, const std::vector<WaitState>&) override {
    EXPECT_EQ(++begins, 1);
    first = scale.begin();
  }
  void enter(LocationId location, Timestamp time, RegionId region) override {
    see(location, time);
    open[location.value].push_back(region);
    ++calls;
  }
  void leave(LocationId location, Timestamp time, RegionId region) override {
    see(location, time);
    auto& regions = open[location.value];
    ASSERT_FALSE(regions.empty());
    EXPECT_EQ(regions.back(), region);
    regions.pop_back();
  }
  void message(const MessageEnd& end) override {
    auto& sides = messages[end.id()];
    EXPECT_FALSE(end.sends ? sides.first : sides.second);
    (end.sends ? sides.first : sides.second) = true;
    EXPECT_LE(end.call_begin, end.time);
    EXPECT_TRUE(end.partner.defined());
  }
  void event(LocationId, const Event&) override { ++events; }
  void finish(Timestamp end) override {
    EXPECT_EQ(++ends, 1);
    for (const auto& [location, time] : last) EXPECT_LE(time, end);
    for (const auto& [location, regions] : open) EXPECT_TRUE(regions.empty());
  }

  int begins = 0;
  int ends = 0;
  Timestamp first;
  std::uint64_t calls = 0;
  std::uint64_t events = 0;
  std::map<std::uint32_t, std::vector<RegionId>> open;
  std::map<std::uint32_t, Timestamp> last;
  std::map<std::uint64_t, std::pair<bool, bool>> messages;

  [[nodiscard]] std::size_t whole() const {
    std::size_t count = 0;
    for (const auto& [id, sides] : messages) count += sides.first && sides.second ? 1 : 0;
    return count;
  }

 private:
  void see(LocationId location, Timestamp time) {
    EXPECT_LE(first, time);
    EXPECT_LE(last[location.value], time);
    last[location.value] = time;
  }
};

std::uint64_t events_in(const MemoryTrace& trace) {
  std::uint64_t events = 0;
  for (const auto& of_location : trace.events) events += of_location.size();
  return events;
}

TEST(Convert, PassesAllEventsOfCorrectTraces) {
  std::size_t messages = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto trace = support::random_trace(seed);
    Listener listener;
    EXPECT_TRUE(convert(*trace, listener).empty());
    EXPECT_EQ(listener.events, events_in(*trace)) << seed;
    EXPECT_EQ(listener.ends, 1);
    messages += listener.whole();
  }
  EXPECT_GT(messages, 500u);
}

// Leaves without enters and vice versa, decreasing times, unmatched message ends.
TEST(Convert, CallsNestInBrokenTraces) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const auto trace = support::random_trace(seed);
    std::mt19937_64 random(seed);
    for (auto& events : trace->events)
      for (std::size_t i = 0; i < events.size(); ++i) {
        if (random() % 10 == 0) events.erase(events.begin() + static_cast<std::ptrdiff_t>(i));
        if (i < events.size() && random() % 20 == 0) events[i].time.ticks /= 2;
      }
    Listener listener;
    EXPECT_TRUE(convert(*trace, listener).empty());
    EXPECT_EQ(listener.events, events_in(*trace)) << seed;
    EXPECT_EQ(listener.ends, 1);
  }
}

TEST(Convert, EmptyTracesGiveFiles) {
  const MemoryTrace trace;
  Listener listener;
  EXPECT_TRUE(convert(trace, listener).empty());
  EXPECT_EQ(listener.begins, 1);
  EXPECT_EQ(listener.ends, 1);
}

using Make = std::unique_ptr<ExchangeWriter> (*)(const Definitions&, const std::filesystem::path&);
constexpr Make kWriters[] = {make_csv_writer, make_chrome_writer, make_perfetto_writer,
                             make_paje_writer, make_paraver_writer};

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(Convert, UnfinishedOutputLeavesNoFiles) {
  const auto trace = support::random_trace(1);
  for (const Make make : kWriters) {
    const support::TemporaryDirectory directory;
    {
      const auto writer = make(trace->definitions(), directory / "out.prv");
      writer->begin({Timestamp{}, 1000}, {});
      for (std::uint64_t i = 0; i < 100'000; ++i) {
        writer->enter(LocationId(0), Timestamp{i}, RegionId(0));
        writer->leave(LocationId(0), Timestamp{i}, RegionId(0));
      }
    }
    EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
  }
}

TEST(Convert, TheSameTraceGivesTheSameFiles) {
  const auto trace = support::random_trace(2);
  for (const Make make : kWriters) {
    std::string texts[2];
    for (std::string& text : texts) {
      const support::TemporaryDirectory directory;
      const auto writer = make(trace->definitions(), directory / "out.prv");
      EXPECT_TRUE(convert(*trace, *writer).empty());
      text = content_of(directory / "out.prv");
    }
    EXPECT_FALSE(texts[0].empty());
    EXPECT_EQ(texts[0], texts[1]);
  }
}

TEST(Convert, NamesDoNotBreakLines) {
  const auto text = support::parse_text_trace("processes 1\n0: 1..2 f\n");
  text.trace->definitions_table.regions.front().name = "a\"b\nc\t%EndEventDef\\";
  text.trace->definitions_table.processes.front().name = "p\n\"q\"";
  for (const Make make : {make_chrome_writer, make_paje_writer, make_paraver_writer}) {
    const support::TemporaryDirectory directory;
    const auto writer = make(text.trace->definitions(), directory / "out.prv");
    EXPECT_TRUE(convert(*text.trace, *writer).empty());
    for (const auto& file : std::filesystem::directory_iterator(directory.path()))
      EXPECT_EQ(content_of(file.path()).find("\nc\t%EndEventDef"), std::string::npos);
  }
  EXPECT_EQ(in_a_line("a\"b\nc\x7F"), "a b c ");
}

TEST(TimeScale, IsExact) {
  const TimeScale scale(Timestamp{1000}, 2'399'999'999);
  EXPECT_EQ(scale.nanoseconds(Timestamp{1000}), 0u);
  EXPECT_EQ(scale.nanoseconds(Timestamp{10}), 0u);
  EXPECT_EQ(scale.nanoseconds(Timestamp{1000 + 2'399'999'999}), 1'000'000'000u);
  const std::uint64_t far = 2'399'999'999ull * 1'000'000'000;
  EXPECT_EQ(scale.nanoseconds(Timestamp{1000 + far}), 1'000'000'000ull * 1'000'000'000);
}

}  // namespace
}  // namespace lull::exchange
