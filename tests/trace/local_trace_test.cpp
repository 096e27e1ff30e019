// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/local/local_trace.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <ranges>
#include <sstream>

#include "lull/trace/event/event_fields.hpp"
#include "lull/trace/event/event_names.hpp"
#include "lull/trace/otf2/archive_reader.hpp"
#include "support/random/random_trace.hpp"
#include "support/shared.hpp"
#include "support/text/text_trace.hpp"

namespace lull {
namespace {

constexpr LocalTrace::Compressed kLossless{};
constexpr LocalTrace::Compressed kFivePercent{.absolute = {}, .relative = 0.05};

// Describes an event's contents in words, without its time.
std::string words(const Event& event) {
  std::ostringstream text;
  text << name_of_event(event.body.index());
  with_fields(event.body, [&]<class Field>(const char* name, const Field& field) {
    text << ' ' << name << '=';
    if constexpr (requires { field.value; })
      text << field.value;
    else if constexpr (requires { field.ticks; })
      text << field.ticks;
    else if constexpr (requires { field.data(); })
      for (const Value& value : field) text << value.as_unsigned << ',';
    else
      text << static_cast<std::int64_t>(field);
  });
  return text.str();
}

struct Plain {
  std::uint64_t time = 0;
  std::string what;
  std::size_t depth = 0;                // open regions before the event
  std::size_t enter = ~std::size_t{0};  // positions that to_enter and to_leave lead to
  std::size_t leave = ~std::size_t{0};
};

// Computes the events of a location and their expected links in the simplest way.
std::vector<Plain> plain_events(const TraceSource& source, LocationId location) {
  std::vector<Plain> events;
  std::vector<std::size_t> open;
  std::map<std::size_t, std::size_t> leaves;
  std::map<std::size_t, std::size_t> callers;  // callers of Enters and Leaves
  const auto cursor = source.open(location, select_all_events());
  for (auto batch = cursor->next(); !batch.empty(); batch = cursor->next())
    for (const Event& event : batch) {
      const std::size_t position = events.size();
      events.push_back({event.time.ticks, words(event), open.size()});
      if (!open.empty()) events.back().enter = open.back();
      if (std::holds_alternative<Enter>(event.body)) {
        open.push_back(position);
      } else if (std::holds_alternative<Leave>(event.body) && !open.empty()) {
        leaves[open.back()] = position;
        open.pop_back();
        callers[position] = open.empty() ? ~std::size_t{0} : open.back();
      }
    }
  for (std::size_t i = 0; i < events.size(); ++i) {
    std::size_t around = events[i].enter;
    if (events[i].what.starts_with("ENTER")) around = i;
    if (callers.contains(i)) around = callers[i];
    if (leaves.contains(around)) events[i].leave = leaves[around];
  }
  return events;
}

void expect_events(const LocalTrace& trace, const std::vector<Plain>& wanted) {
  ASSERT_EQ(trace.size(), wanted.size());
  const auto allowed = static_cast<std::uint64_t>(trace.deviation().ticks);
  std::size_t position = 0;
  for (auto event = trace.begin(); event != trace.end(); ++event, ++position) {
    ASSERT_EQ(event.position(), position);
    ASSERT_EQ(words(*event), wanted[position].what) << position;
    const std::uint64_t time = event->time.ticks;
    const std::uint64_t moved =
        std::max(time, wanted[position].time) - std::min(time, wanted[position].time);
    ASSERT_LE(moved, allowed) << position;
  }
  ASSERT_EQ(position, wanted.size());
  for (std::size_t i = 0; i < wanted.size(); i += 1 + i % 7) {
    const auto event = trace.at(i);
    ASSERT_EQ(event.position(), i);
    ASSERT_EQ(words(*event), wanted[i].what) << i;
    auto again = event;
    if (i > 0) {
      --again;
      ASSERT_EQ(words(*again), wanted[i - 1].what) << i;
    }
  }
  for (auto event = trace.end(); position > 0;) {
    --event;
    --position;
    ASSERT_EQ(event.position(), position);
    ASSERT_EQ(words(*event), wanted[position].what) << position;
  }
}

void expect_links(const LocalTrace& trace, const std::vector<Plain>& wanted) {
  std::size_t position = 0;
  for (auto event = trace.begin(); event != trace.end(); ++event, ++position) {
    const bool leave = std::holds_alternative<Leave>(event->body);
    EXPECT_EQ(trace.call_stack(event).size(),
              wanted[position].depth + (std::holds_alternative<Enter>(event->body) ? 1 : 0) -
                  (leave && wanted[position].depth > 0 ? 1 : 0));
    auto enter = event;
    if (wanted[position].enter == ~std::size_t{0}) {
      EXPECT_FALSE(enter.to_enter());
      EXPECT_EQ(enter, event);
    } else {
      ASSERT_TRUE(enter.to_enter()) << position;
      ASSERT_EQ(enter.position(), wanted[position].enter);
      ASSERT_EQ(words(*enter), wanted[enter.position()].what);
      ++enter;  // the end is a valid place, too
      ASSERT_EQ(words(*enter), wanted[enter.position()].what);
    }
    auto end = event;
    if (wanted[position].leave == ~std::size_t{0}) {
      EXPECT_FALSE(end.to_leave());
      EXPECT_EQ(end, event);
    } else {
      ASSERT_TRUE(end.to_leave()) << position;
      ASSERT_EQ(end.position(), wanted[position].leave);
      ASSERT_EQ(words(*end), wanted[end.position()].what);
      --end;
      ASSERT_EQ(words(*end), wanted[end.position()].what);
    }
  }
}

void expect_all(const TraceSource& source) {
  CallTree tree;
  const auto shared = std::make_shared<RegionInstances>();
  for (std::size_t i = 0; i < source.definitions().location_count(); ++i) {
    const LocationId location(i);
    const auto wanted = plain_events(source, location);
    const LocalTrace linear(source, location, tree, LocalTrace::Linear{});
    EXPECT_EQ(linear.deviation().ticks, 0);
    expect_events(linear, wanted);
    expect_links(linear, wanted);
    const LocalTrace lossless(source, location, tree, kLossless, shared);
    EXPECT_EQ(lossless.deviation().ticks, 0);
    expect_events(lossless, wanted);
    expect_links(lossless, wanted);
    const LocalTrace rough(source, location, tree, kFivePercent);
    expect_events(rough, wanted);
    expect_links(rough, wanted);
  }
}

class RandomLocalTrace : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomLocalTrace, HasTheEventsAndLinksOfItsLocation) {
  support::RandomTraceOptions options;
  options.threads = 1 + GetParam() % 3;
  expect_all(*support::random_trace(GetParam(), options));
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomLocalTrace, testing::Range<std::uint64_t>(1, 9));

class SharedLocalTrace : public testing::TestWithParam<const char*> {};

TEST_P(SharedLocalTrace, HasTheEventsAndLinksOfItsLocation) {
  const auto path = support::shared_directory() / "traces" / GetParam();
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not there";
  expect_all(*open_archive(path));
}

INSTANTIATE_TEST_SUITE_P(Shared, SharedLocalTrace,
                         testing::Values("hybrid4x3", "mixed-mpi-4", "rma4", "shmem4", "waits8",
                                         "public-pipit-papi"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::erase(name, '-');
                           return name;
                         });

constexpr std::string_view kLoop = R"(
processes 2
0: 0 enter main
   10..20 MPI_Recv recv 1; 30..40 MPI_Recv recv 1; 50..60 MPI_Recv recv 1; 70..81 MPI_Recv recv 1
   100 leave
1: 0 enter main; 100 leave
)";

TEST(LocalTrace, KeepsTimesWithinTheAllowedDeviation) {
  const auto text = support::parse_text_trace(kLoop);
  CallTree tree;
  const LocalTrace exact(*text.trace, LocationId(0), tree, kLossless);
  EXPECT_EQ(exact.deviation().ticks, 0);
  for (const std::int64_t absolute : {1, 3}) {
    const LocalTrace near(*text.trace, LocationId(0), tree,
                          LocalTrace::Compressed{.absolute = {absolute}, .relative = 0});
    EXPECT_GT(near.deviation().ticks, 0);
    EXPECT_LE(near.deviation().ticks, absolute);
  }
  const LocalTrace rough(*text.trace, LocationId(0), tree,
                         LocalTrace::Compressed{.absolute = {}, .relative = 0.3});
  EXPECT_GT(rough.deviation().ticks, 0);
  EXPECT_LE(rough.deviation().ticks, 6);  // 0.3 of 19 ticks, the longest time between two events
}

TEST(LocalTrace, StoresEqualCallsOnce) {
  std::string once = "processes 1\n0: 0 enter main\n";
  for (int i = 0; i < 1000; ++i)
    once += "+1 enter f; +1 enter MPI_Send; +1 send 0; +1 leave; +1 leave\n";
  const auto text = support::parse_text_trace(once + "+1 leave\n");
  CallTree tree;
  const LocalTrace linear(*text.trace, LocationId(0), tree, LocalTrace::Linear{});
  const LocalTrace compressed(*text.trace, LocationId(0), tree, kLossless);
  EXPECT_LT(10 * (compressed.bytes() + compressed.shared_bytes()), linear.bytes());
}

TEST(LocalTrace, WorksWithAlgorithmsAndRanges) {
  const auto text = support::parse_text_trace(kLoop);
  CallTree tree;
  const LocalTrace trace(*text.trace, LocationId(0), tree, LocalTrace::Linear{});
  static_assert(std::bidirectional_iterator<LocalTrace::iterator>);
  const auto is_receive = [](const Event& event) {
    return std::holds_alternative<MpiRecv>(event.body);
  };
  EXPECT_EQ(std::count_if(trace.begin(), trace.end(), is_receive), 4);
  EXPECT_EQ(std::ranges::distance(trace.begin(), trace.end()), 14);
  auto receives = std::ranges::subrange(trace.begin(), trace.end()) |
                  std::views::filter(is_receive) |
                  std::views::transform([](const Event& event) { return event.time; });
  std::vector<std::uint64_t> times;
  for (const Timestamp time : receives) times.push_back(time.ticks);
  EXPECT_THAT(times, testing::ElementsAre(20, 40, 60, 81));
  const auto last = std::find_if(std::make_reverse_iterator(trace.end()),
                                 std::make_reverse_iterator(trace.begin()), is_receive);
  EXPECT_EQ(std::prev(last.base())->time.ticks, 81u);
  std::vector<std::uint64_t> backward;
  for (const Event& event : std::ranges::subrange(trace.begin(), trace.end()) | std::views::reverse)
    backward.push_back(event.time.ticks);
  EXPECT_TRUE(std::ranges::is_sorted(backward, std::greater<>()));
  EXPECT_EQ(backward.size(), trace.size());
}

TEST(LocalTrace, FindsTheOtherEventOfAnOperation) {
  const auto text = support::parse_text_trace(R"(
processes 2
0: 0 enter main; 1 irecv_request req=1; 2 irecv_request req=2; 3 isend 1 req=3
   30 irecv 1 req=2; 31 irecv 1 req=1; 40 isend_complete req=3; 90 leave
1: 0 enter main; 90 leave
)");
  CallTree tree;
  const std::map<std::uint64_t, std::uint64_t> partners{{1, 5}, {2, 4}, {3, 6},
                                                        {4, 2}, {5, 1}, {6, 3}};
  const LocalTrace linear(*text.trace, LocationId(0), tree, LocalTrace::Linear{});
  const LocalTrace compressed(*text.trace, LocationId(0), tree, kLossless);
  for (const LocalTrace* trace : {&linear, &compressed})
    for (auto event = trace->begin(); event != trace->end(); ++event) {
      const auto wanted = partners.find(event.position());
      EXPECT_EQ(trace->partner(event).position(),
                wanted == partners.end() ? trace->size() : wanted->second);
    }
}

TEST(LocalTrace, MayBeEmpty) {
  const auto text = support::parse_text_trace("processes 2\n0: 0 enter main; 1 leave\n");
  CallTree tree;
  const LocalTrace linear(*text.trace, LocationId(1), tree, LocalTrace::Linear{});
  const LocalTrace compressed(*text.trace, LocationId(1), tree, kLossless);
  for (const LocalTrace* trace : {&linear, &compressed}) {
    EXPECT_TRUE(trace->empty());
    EXPECT_EQ(trace->begin(), trace->end());
  }
}

}  // namespace
}  // namespace lull
