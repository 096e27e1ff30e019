// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// No tick is lost or counted twice: every thread has exactly the time from the first to the last
// event of its process.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <map>

#include "analysis/real_traces.hpp"
#include "lull/clock/corrected_trace.hpp"
#include "lull/trace/otf2/archive_reader.hpp"
#include "support/engine_values.hpp"
#include "support/text/text_trace.hpp"

namespace lull::analysis {
namespace {

struct Span {
  Timestamp first = kEndOfTime;
  Timestamp last;
  [[nodiscard]] Duration length() const { return first < last ? last - first : Duration{}; }
};

// First and last event of each process's analysed threads.
std::map<ProcessId, Span> spans_of(const TraceSource& trace) {
  std::map<ProcessId, Span> spans;
  const auto& locations = trace.definitions().locations;
  for (std::size_t i = 0; i < locations.size(); ++i) {
    if (locations[i].type != LocationType::CpuThread) continue;
    const auto cursor = trace.open(
        LocationId(i), LocationReplay::own_selection() |
                           select_events<ThreadAcquireLock, ThreadReleaseLock, RmaPut, RmaGet,
                                         RmaAtomic>());  // Lull's followers select these events
    Span& span = spans[locations[i].process];
    for (auto events = cursor->next(); !events.empty(); events = cursor->next())
      for (const Event& event : events) {
        span.first = std::min(span.first, event.time);
        span.last = std::max(span.last, event.time);
      }
  }
  return spans;
}

// Sum over call paths of time, in seconds, by location.
std::map<LocationId, double> times_of(const report::Report& report) {
  std::map<LocationId, double> times;
  const report::MetricId time = report.find_metric("time").value();
  for (std::size_t p = 0; p < report.call_paths.size(); ++p)
    for (const auto& [location, value] : report.row(time, report::CallPathId(p)))
      times[LocationId(location.index())] += value;
  return times;
}

std::string unbalanced_threads(const TraceSource& trace, const report::Report& report) {
  const Definitions& definitions = trace.definitions();
  auto spans = spans_of(trace);
  auto times = times_of(report);
  std::string text;
  for (std::size_t i = 0; i < definitions.locations.size(); ++i) {
    const Location& location = definitions.locations[i];
    if (location.type != LocationType::CpuThread) continue;
    const double wall = definitions.seconds(spans[location.process].length());
    if (std::abs(times[LocationId(i)] - wall) > 1e-9 * std::max(1.0, wall))
      text += fmt::format("{}: {} of {} s\n", location.name, times[LocationId(i)], wall);
  }
  return text;
}

void expect_balance(const TraceSource& trace, const std::string& what) {
  const report::Report report = support::analyse_by_engine(trace);
  EXPECT_EQ(unbalanced_threads(trace, report), "") << what;
}

class TimeOfRealTrace : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(TimeOfRealTrace, IsTheWallTimeOfEveryThread) {
  const auto archive = open_archive(GetParam());
  expect_balance(CorrectedTrace(*archive), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Shared, TimeOfRealTrace, testing::ValuesIn(support::real_traces()),
                         support::name_of_trace);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(TimeOfRealTrace);

constexpr const char* kMessages = R"(
processes 3
0: 3 enter main; 5..40 MPI_Init; 50..60 MPI_Isend isend 1 req=1; 61..70 MPI_Irecv irecv_request req=2
   71 enter solve; 75..90 MPI_Waitall isend_complete req=1, irecv 2 req=2; 95 leave
   100..120 MPI_Allreduce collective; 130..150 MPI_Finalize; 160 leave
1: 1 enter main; 6..38 MPI_Init; 55..80 MPI_Recv recv 0; 82..120 MPI_Allreduce collective
   125..150 MPI_Finalize; 160 leave
2: 0 enter main; 7..39 MPI_Init; 60..88 MPI_Send send 0; 99..120 MPI_Allreduce collective
   140..150 MPI_Finalize; 155 leave
)";

constexpr const char* kTeams = R"(
processes 2
threads 3
team pair 0 0.1
0:   0 enter main; 10 fork; 11 team_begin; 12 enter "!$omp parallel"; 15..28 "!$omp barrier"
     40 leave; 41 team_end; 45 join
     50 fork 2; 51 team_begin pair; 52 enter "!$omp parallel @b"; 70 leave; 70 team_end pair; 72 join
     80 leave
0.1: 13 team_begin; 14 enter "!$omp parallel"; 20..28 "!$omp barrier"; 38 leave; 39 team_end
     54 team_begin pair; 55 enter "!$omp parallel @b"; 60..65 work; 68 leave; 69 team_end pair
0.2: 16 team_begin; 17 enter "!$omp parallel"; 25..28 "!$omp barrier"; 43 leave; 44 team_end
1:   2 enter main; 30 fork; 32 team_begin; 33 enter "!$omp parallel"; 50 leave; 50 team_end; 55 join
     78 leave
1.1: 34 team_begin; 36 enter "!$omp parallel"; 52 leave; 53 team_end
1.2: 31 team_begin; 31 enter "!$omp parallel"; 37..50 work; 54 leave; 54 team_end
)";

constexpr const char* kNested = R"(
processes 1 none
threads 4
team outer 0 0.1
team inner 0.1 0.2 parent=outer
0:   0 enter main; 10 fork 2; 11 team_begin outer; 12 enter "!$omp parallel @a"
     80 leave; 80 team_end outer; 85 join; 90 leave
0.1: 13 team_begin outer; 14 enter "!$omp parallel @a"
     20 fork 2; 21 team_begin inner; 22 enter "!$omp parallel @b"
     60 leave; 60 team_end inner; 65 join
     70 leave; 70 team_end outer
0.2: 25 team_begin inner; 26 enter "!$omp parallel @b"; 58 leave; 59 team_end inner
)";

constexpr const char* kOverhead = R"(
processes 2
0: 0 enter main; 5..20 MPI_Barrier collective; 25 flush 40; 45 measurement off; 60 measurement on
   70 enter deep; 71 flush 75; 80 leave; 85 leave
1: 1 enter main; 9..20 MPI_Barrier collective; 30 measurement off; 50 enter late; 60 leave; 80 leave
)";

// A worker that arrives too late, one that stays too long, one that never starts its region, and
// one created by the program.
constexpr const char* kUnruly = R"(
processes 1 none
threads 5
0:   0 enter main; 10 fork; 10 team_begin; 10 enter "!$omp parallel"; 30 leave; 30 team_end; 30 join
     50 leave
0.1: 10 team_begin; 10 enter "!$omp parallel"; 35 leave; 36 team_end
0.2: 32 team_begin; 33 enter "!$omp parallel"; 35 leave; 36 team_end
0.3: 12 team_begin; 28 team_end
0.4: 5 enter own; 45 leave
)";

// A thread that leaves the forking call path before the join.
constexpr const char* kAstray = R"(
processes 1 none
threads 2
0:   0 enter main; 5 enter outer; 10 fork; 11 team_begin; 12 enter "!$omp parallel"; 20 leave
     25 leave outer; 30 enter "!$omp barrier"; 40 enter work; 45 leave; 50 leave; 60 join
     65 enter outer; 70 fork; 71 team_begin; 72 leave outer; 75 enter "!$omp parallel"; 80 fork
     100 leave; 105 join; 110 join; 120 leave
0.1: 13 team_begin; 14 enter "!$omp parallel"; 20 leave; 52..54 "!$omp barrier"; 55 team_end
     62 fork; 79 enter omp_set_lock; 84 team_begin; 86 leave; 88 enter "!$omp barrier"; 88 fork
     90 measurement off; 115 flush 116
)";

// Teams are forked in a barrier while another team is not joined, and before a task begins.
constexpr const char* kInBarriers = R"(
processes 2 none
threads 3
0: 0 enter main; 2 team_begin; 3 enter "!$omp barrier"; 10 fork; 20 team_begin
   22 enter "!$omp parallel"; 30 leave; 40 fork; 60 enter "!$omp parallel"; 70 join; 80 leave
   90 leave; 100 leave
1: 0 enter main; 1 fork; 2 team_begin; 3 enter "!$omp parallel"; 10 enter "!$omp barrier"; 20 fork
   50 task_switch 2 creator=0; 80 team_begin; 81 enter "!$omp parallel"; 90 leave; 91 team_end
   92 join; 100 leave; 110 leave; 111 team_end; 112 join; 120 leave
1.1: 5 team_begin; 6 enter "!$omp parallel"; 95 enter "!$omp barrier"; 100 leave; 110 leave
     111 team_end
)";

class TimeOfTextTrace : public testing::TestWithParam<const char*> {};

TEST_P(TimeOfTextTrace, IsTheWallTimeOfEveryThread) {
  const support::TextTrace text = support::parse_text_trace(GetParam());
  expect_balance(*text.trace, "the whole trace");
}

// A program may be killed at any moment.
TEST_P(TimeOfTextTrace, IsTheWallTimeWhereverTheTraceEnds) {
  for (std::uint64_t end = 0; end < 160; ++end) {
    const support::TextTrace text = support::parse_text_trace(GetParam());
    for (auto& events : text.trace->events)
      std::erase_if(events, [end](const Event& event) { return event.time.ticks > end; });
    expect_balance(*text.trace, fmt::format("all after {} is missing", end));
    if (HasFailure()) break;
  }
}

TEST_P(TimeOfTextTrace, IsTheWallTimeWhereverTheTraceBegins) {
  for (std::uint64_t begin = 0; begin < 160; ++begin) {
    const support::TextTrace text = support::parse_text_trace(GetParam());
    for (auto& events : text.trace->events)
      std::erase_if(events, [begin](const Event& event) { return event.time.ticks < begin; });
    expect_balance(*text.trace, fmt::format("all before {} is missing", begin));
    if (HasFailure()) break;
  }
}

std::string name_of_text(const testing::TestParamInfo<const char*>& test) {
  constexpr std::array kNames{"Messages", "Teams",  "Nested",    "Overhead",
                              "Unruly",   "Astray", "InBarriers"};
  return kNames[test.index];
}

INSTANTIATE_TEST_SUITE_P(Drawn, TimeOfTextTrace,
                         testing::Values(kMessages, kTeams, kNested, kOverhead, kUnruly, kAstray,
                                         kInBarriers),
                         name_of_text);

}  // namespace
}  // namespace lull::analysis
