// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Parts of an analysis outside the focus.
#include "lull/report/run/focus.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "analysis/text_analysis.hpp"
#include "lull/analysis/results/findings/verdict.hpp"
#include "support/random/random_trace.hpp"

namespace lull::analysis {
namespace {

AnalysisOptions with_focus(unsigned threads = 1, std::uint64_t slice_events = 1U << 16U) {
  AnalysisOptions options;
  options.focus = true;
  options.threads = threads;
  options.slice_events = slice_events;
  return options;
}

struct Found {
  explicit Found(std::string_view text, const AnalysisOptions& options = with_focus())
      : analysis(text, options), focus(focus_of(report())) {}

  [[nodiscard]] const report::Report& report() const { return analysis.report(); }
  // Times are in ticks of 1 ns.
  [[nodiscard]] std::int64_t from() const { return std::llround(focus.from * 1e9); }
  [[nodiscard]] std::int64_t to() const { return std::llround(focus.to * 1e9); }
  [[nodiscard]] std::int64_t outside(const std::string& metric, const std::string& path,
                                     std::size_t location) const {
    const auto id = report().find_metric(metric);
    if (!id) return -1;
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < report().call_paths.size(); ++i) {
      const report::CallPathId at(i);
      if (!path.empty() && report().path_name(at) != path) continue;
      for (const auto& [where, seconds] : focus.outside_of(*id, at))
        if (where == report::LocationId(location)) sum += std::llround(seconds * 1e9);
    }
    return sum;
  }

  TextAnalysis analysis;
  report::Focus focus;
};

// Rank 0 waits for a message from this time on.
std::string run_with_wait_from(int begin) {
  return fmt::format(R"(
processes 2
0: 0 enter main
   10..100 MPI_Init
   {}..250 MPI_Recv recv 1
   260..300 MPI_Finalize
   310 leave
1: 0 enter main
   20..140 MPI_Init
   240..245 MPI_Send send 0
   400..410 MPI_Finalize
   500 leave
)",
                     begin);
}

TEST(Focus, LastsFromTheLastInitToTheLastFinalize) {
  const Found found(run_with_wait_from(200));
  EXPECT_EQ(found.focus.rule, "MPI");
  EXPECT_EQ(found.focus.worlds, 1u);
  EXPECT_EQ(found.from(), 140);
  EXPECT_EQ(found.to(), 400);
}

TEST(Focus, ReportsWhatLiesOutside) {
  const Found found(run_with_wait_from(200));
  EXPECT_EQ(found.outside("time", "main", 0), 10 + 40);
  EXPECT_EQ(found.outside("time", "main/MPI_Init", 0), 90);
  EXPECT_EQ(found.outside("mpi_init_exit", "main/MPI_Init", 1), 120);
  EXPECT_EQ(found.outside("time", "main", 1), 20 + 90);
  EXPECT_EQ(found.outside("mpi", "main/MPI_Finalize", 1), 10);
  EXPECT_EQ(found.outside("mpi", "main/MPI_Finalize", 0), 0);
  EXPECT_EQ(found.outside("mpi_latesender", "", 0), 0);
  // MPI_Init is left by rank 1 later than by rank 0.
  EXPECT_EQ(found.outside("mpi_init_completion", "", 1), 40);
}

TEST(Focus, CutsAWaitThatCrossesItsBegin) {
  const Found found(run_with_wait_from(110));
  EXPECT_EQ(found.outside("mpi_latesender", "main/MPI_Recv", 0), 30);
  EXPECT_EQ(found.outside("mpi_point2point", "main/MPI_Recv", 0), 30);
  const Verdict verdict = make_verdict(found.analysis.analysis(), found.report());
  EXPECT_EQ(verdict.focus.rule, "MPI");
  EXPECT_NEAR(verdict.total_seconds, 1e-9 * (170 + 260), 1e-12);
  ASSERT_FALSE(verdict.findings.empty());
  double waiting = 0;
  for (const Finding& finding : verdict.findings)
    if (finding.metric == "mpi_latesender") waiting = finding.value;
  EXPECT_NEAR(waiting, 100e-9, 1e-12);
}

// A program may end MPI more than once, if the recorder allows it.
TEST(Focus, EndsWithTheLastEndForAnySizeOfSlices) {
  for (const std::uint64_t events : {1U, 4U, 1U << 16U}) {
    const Found found(R"(
processes 2
0: 0 enter main
   10..20 MPI_Init; 100..110 MPI_Finalize
   200..300 MPI_Recv recv 1
   400..410 MPI_Finalize; 420 leave
1: 0 enter main
   10..20 MPI_Init; 100..110 MPI_Finalize
   280..290 MPI_Send send 0
   400..410 MPI_Finalize; 420 leave
)",
                      with_focus(1, events));
    EXPECT_EQ(found.to(), 400) << events;
    EXPECT_EQ(found.outside("mpi_latesender", "main/MPI_Recv", 0), 0) << events;
  }
}

TEST(Focus, CountsIdleThreadsOnlyInIt) {
  const Found found(R"(
processes 2
threads 0 2
0: 0 enter main
   10..100 MPI_Init
   200 fork; 210 enter "!$omp parallel @a.c:4"; 210 team_begin; 290 team_end
   290 leave; 295 join
   300..320 MPI_Finalize
   350 leave
0.1: 210 team_begin; 210 enter "!$omp parallel @a.c:4"; 290 leave; 290 team_end
1: 0 enter main
   20..140 MPI_Init
   310..320 MPI_Finalize
   330 leave
)");
  EXPECT_EQ(found.from(), 140);
  EXPECT_EQ(found.to(), 310);
  const auto idle = found.report().find_metric("omp_idle_threads");
  ASSERT_TRUE(idle);
  // Thread 1 of process 0: from 0 to 140 and from 310 to 350; process 0 itself: nothing.
  const std::int64_t all = std::llround(found.report().total(*idle) * 1e9);
  EXPECT_EQ(found.outside("omp_idle_threads", "", 1), 140 + 40);
  EXPECT_EQ(found.outside("omp_idle_threads", "", 0), 0);
  EXPECT_EQ(all, 180 + 60 + 15);  // from 140 to 200, and from 295 to 310
}

TEST(Focus, IsTheRunWithoutALibraryOrIfAlmostNothingIsLeft) {
  const Found no_library("processes 1 none\n0: 0..100 work\n");
  EXPECT_TRUE(no_library.focus.is_run());
  EXPECT_TRUE(no_library.focus.known);
  EXPECT_EQ(no_library.from(), 0);
  EXPECT_EQ(no_library.to(), 100);
  const Found short_one(R"(
processes 1
0: 0 enter main
   10..20 MPI_Init
   21..25 MPI_Finalize
   9000 leave
)");
  EXPECT_TRUE(short_one.focus.is_run());
  EXPECT_TRUE(short_one.focus.is_short);
  EXPECT_TRUE(short_one.focus.outside.empty());
}

TEST(Focus, OfAKilledProcessItEndsWithTheLastEvent) {
  const Found found(R"(
processes 2
0: 0 enter main
   10..100 MPI_Init
   200..300 MPI_Finalize
   310 leave
1: 0 enter main
   20..140 MPI_Init
   250..260 work
)");
  EXPECT_EQ(found.to(), 260);
  EXPECT_EQ(found.outside("time", "", 1), 140);
  EXPECT_EQ(found.outside("time", "main/MPI_Finalize", 0), 40);
}

TEST(Focus, WithShmemItLiesBetweenItsCalls) {
  const Found found(R"(
processes 2 shmem
0: 0 enter main
   10..100 shmem_init
   300..320 shmem_finalize
   350 leave
1: 0 enter main
   20..110 shmem_init
   290..320 shmem_finalize
   330 leave
)");
  EXPECT_EQ(found.focus.rule, "SHMEM");
  EXPECT_EQ(found.from(), 110);
  EXPECT_EQ(found.to(), 300);
}

// Computed from the events: a location's time outside [from, to), by time metric.
TEST(Focus, DoesNotDependOnThreadsAndSlices) {
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    support::RandomTraceOptions program;
    program.processes = 2 + static_cast<std::uint32_t>(seed % 4);
    program.threads = 1 + static_cast<std::uint32_t>(seed % 3);
    program.equal_times = seed % 2 == 0;
    const auto trace = support::random_trace(seed, program);
    const auto member = [&](const AnalysisOptions& options) {
      Analysis analysis(*trace, patterns::make_patterns, options);
      analysis.run();
      return build_report(analysis).members.at(report::kFocusMember);
    };
    const std::string expected = member(with_focus());
    EXPECT_EQ(member(with_focus(2, 500)), expected) << seed;
    EXPECT_EQ(member(with_focus(8, 64)), expected) << seed;
  }
}

// Values inside are not negative, and no metric exceeds its parent there.
TEST(Focus, ValuesInsideAreConsistent) {
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    support::RandomTraceOptions program;
    program.processes = 2 + static_cast<std::uint32_t>(seed % 4);
    program.threads = 1 + static_cast<std::uint32_t>(seed % 3);
    const auto trace = support::random_trace(seed, program);
    Analysis analysis(*trace, patterns::make_patterns, with_focus());
    analysis.run();
    const report::Report whole = build_report(analysis);
    const report::Focus focus = focus_of(whole);
    for (const auto& [metric, rows] : focus.outside)
      for (const auto& [path, row] : rows)
        for (const auto& [location, seconds] : row)
          EXPECT_LE(seconds, whole.value(metric, path, location) + 1e-12)
              << seed << ' ' << whole.metrics[metric.index()].unique_name << ' '
              << whole.path_name(path);
    support::expect_fitting_metrics(in_focus(whole, focus));
  }
}

}  // namespace
}  // namespace lull::analysis
