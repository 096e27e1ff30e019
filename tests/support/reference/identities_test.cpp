// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Identities that hold for every trace, with or without reference figures.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "lull/clock/corrected_trace.hpp"
#include "lull/trace/otf2/archive_reader.hpp"
#include "support/reference/reference_analysis.hpp"
#include "support/shared.hpp"

namespace lull::reference {
namespace {

const std::filesystem::path kTraces = support::shared_directory() / "traces";

const std::vector<std::string> kLeaves{"comp",
                                       "accelerator",
                                       "mpi",
                                       "mpi_init_exit",
                                       "mpi_mgmt_comm",
                                       "mpi_mgmt_file",
                                       "mpi_mgmt_win",
                                       "mpi_sync_collective",
                                       "mpi_rma_sync_active",
                                       "mpi_rma_sync_passive",
                                       "mpi_point2point",
                                       "mpi_collective",
                                       "mpi_rma_communication",
                                       "mpi_io_individual",
                                       "mpi_io_collective",
                                       "omp",
                                       "omp_management",
                                       "omp_ebarrier",
                                       "omp_ibarrier",
                                       "omp_critical",
                                       "omp_lock_api",
                                       "omp_ordered",
                                       "omp_taskwait",
                                       "omp_flush",
                                       "pthread_management",
                                       "pthread_synchronization",
                                       "pthread_lock_api",
                                       "pthread_conditional",
                                       "shmem",
                                       "shmem_communication",
                                       "shmem_synchronization",
                                       "shmem_init_exit",
                                       "shmem_memory",
                                       "overhead",
                                       "omp_idle_threads"};

// A metric, and its parts that never overlap.
const std::map<std::string, std::vector<std::string>> kParts{
    {"mpi_init_exit", {"mpi_init_completion", "mpi_finalize_wait"}},
    {"mpi_sync_collective", {"mpi_barrier_wait", "mpi_barrier_completion"}},
    {"mpi_point2point", {"mpi_latesender", "mpi_latereceiver"}},
    {"mpi_latesender", {"mpi_latesender_wo"}},
    {"shmem_communication", {"shmem_wait_nxn", "shmem_latebroadcast"}},
    {"shmem_synchronization", {"shmem_barrier_wait", "shmem_lock_contention", "shmem_late_put"}},
    {"mpi_latesender_wo", {"mpi_lswo_same", "mpi_lswo_different"}},
    {"mpi_collective",
     {"mpi_wait_nxn", "mpi_nxn_completion", "mpi_latebroadcast", "mpi_earlyreduce",
      "mpi_earlyscan"}},
    {"omp_management", {"omp_fork"}},
    {"omp_ebarrier", {"omp_ebarrier_wait"}},
    {"omp_ibarrier", {"omp_ibarrier_wait"}},
    {"omp_critical", {"omp_lock_contention_critical"}},
    {"omp_idle_threads", {"omp_limited_parallelism"}},
    {"comms_recv", {"mpi_cls_count"}},
    {"mpi_cls_count", {"mpi_clswo_count"}}};

std::map<CallPathLocation, std::int64_t> sum_of(const ReferenceResult& result,
                                                const std::vector<std::string>& metrics) {
  std::map<CallPathLocation, std::int64_t> sum;
  for (const std::string& metric : metrics)
    if (const auto values = result.values.find(metric); values != result.values.end())
      for (const auto& [place, value] : values->second) sum[place] += value;
  std::erase_if(sum, [](const auto& entry) { return entry.second == 0; });
  return sum;
}

void expect_identities(const ReferenceResult& result) {
  for (const auto& [metric, values] : result.values)
    for (const auto& [place, value] : values)
      EXPECT_GT(value, 0) << metric << " of " << place.first << " at " << place.second.value;
  EXPECT_EQ(sum_of(result, kLeaves), sum_of(result, {"time"}));
  // The part is counted where the send completes, not where it begins, so its call path differs.
  EXPECT_LE(result.total("mpi_clr_count"), result.total("comms_send"));
  for (const auto& [whole, parts] : kParts)
    for (const auto& [place, value] : sum_of(result, parts))
      EXPECT_LE(value, result.at(whole, place.first, place.second)) << whole << " " << place.first;
}

// All threads of a process account for the same wall time, if the program was recorded completely.
void expect_equal_walls(const ReferenceResult& result, const Definitions& definitions) {
  std::map<LocationId, std::int64_t> walls;
  for (const auto& [place, value] : result.values.at("time")) walls[place.second] += value;
  for (const auto& [location, wall] : walls) {
    const Process& process =
        definitions.processes[definitions.locations[location.index()].process.index()];
    EXPECT_EQ(wall, walls.at(process.locations.front())) << location.value;
  }
}

TEST(ReferenceIdentities, HoldForEverySharedTrace) {
  if (!std::filesystem::exists(kTraces)) GTEST_SKIP() << "no shared traces";
  std::size_t traces = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kTraces)) {
    if (!entry.is_directory()) continue;
    SCOPED_TRACE(entry.path().filename().string());
    const auto archive = open_archive(entry.path());
    const CorrectedTrace corrected(*archive);
    const ReferenceResult result = analyse_by_reference(corrected);
    expect_identities(result);
    expect_equal_walls(result, archive->definitions());
    ++traces;
  }
  EXPECT_GT(traces, 0u);
}

}  // namespace
}  // namespace lull::reference
