// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Processes and accelerator contexts that recorded nothing have no locations, which OTF2 allows.
#include <gtest/gtest.h>

#include "analysis/text_analysis.hpp"
#include "lull/trace/global/global_trace.hpp"
#include "support/text/text_trace.hpp"

namespace lull::analysis {
namespace {

constexpr const char* kTrace = R"(
processes 2
threads 2
0: 0 enter main; 10..20 MPI_Send 11 send 1; 25 fork; 25 team_begin; 25 enter "!$omp parallel"
   30 leave; 30 team_end; 31 join; 50 leave
0.1: 26 team_begin; 26 enter "!$omp parallel"; 29 leave; 29 team_end
1: 0 enter main; 5..20 MPI_Recv recv 0; 50 leave
)";

void add_empty_processes(MemoryTrace& trace) {
  auto& processes = trace.definitions_table.processes;
  processes.push_back({"rank without events", ProcessType::Process, processes[0].node, {}, {}});
  processes.push_back({"GPU context", ProcessType::Accelerator, processes[0].node, {}, {}});
}

TEST(EmptyProcesses, ChangeNothing) {
  const TextAnalysis plain(kTrace);
  const TextAnalysis found(kTrace, add_empty_processes);
  for (const char* const metric : {"time", "visits", "mpi_latesender", "omp_idle_threads"})
    EXPECT_EQ(found.total(metric), plain.total(metric)) << metric;
  EXPECT_GT(found.total("mpi_latesender"), 0);
  EXPECT_GT(found.total("omp_idle_threads"), 0);
}

TEST(EmptyProcesses, MayBeTheOnlyProcesses) {
  const TextAnalysis found("processes 1", [](MemoryTrace& trace) {
    trace.definitions_table.locations.clear();
    trace.definitions_table.clock_offsets.clear();
    trace.definitions_table.groups.clear();
    trace.definitions_table.communicators.clear();
    trace.definitions_table.processes[0].locations.clear();
    trace.events.clear();
  });
  EXPECT_EQ(found.total("time"), 0);
}

TEST(EmptyProcesses, HaveNoEventsInAGlobalTrace) {
  auto text = support::parse_text_trace(kTrace);
  std::size_t events = 0;
  for (const auto& of_location : text.trace->events) events += of_location.size();
  add_empty_processes(*text.trace);
  GlobalTrace trace(std::move(text.trace));
  EXPECT_EQ(trace.size(), events);
}

}  // namespace
}  // namespace lull::analysis
