// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Overhead, hardware counters, and what other measurement systems omit.
#include <gtest/gtest.h>

#include "analysis/text_analysis.hpp"
#include "patterns/expect_severities.hpp"
#include "support/region_path.hpp"

namespace lull::analysis {
namespace {

using patterns::expect_severities;

TEST(Overhead, IsTheTimeOfFlushes) {
  expect_severities(R"(
processes 1
0: 0 enter main; 10 flush 25; 30 enter f; 31 flush 33; 40 leave; 50 leave
expect overhead main @0 = 15
expect overhead main/f @0 = 2
expect comp main @0 = 25
expect comp main/f @0 = 8
expect total time = 50
)");
}

TEST(Overhead, IsTheTimeWithoutMeasurement) {
  expect_severities(R"(
processes 1
0: 0 enter main; 10 measurement off; 30 measurement on; 50 leave
expect overhead main @0 = 20
expect comp main @0 = 30
)");
}

TEST(Overhead, LastsUntilTheEndWhenMeasurementStaysOff) {
  expect_severities(R"(
processes 1
0: 0 enter main; 10 measurement off; 50 leave
expect overhead main @0 = 40
expect time main @0 = 50
)");
}

TEST(Overhead, IsNeverMoreThanTheCall) {
  expect_severities(R"(
processes 1
0: 0 enter main; 10 enter f; 12 flush 60; 20 leave; 50 leave
expect overhead main/f @0 = 8
expect total time = 50
)");
}

constexpr const char* kCounters = R"(
processes 1
metric papi PAPI_TOT_CYC PAPI_FP_OPS
0: 0 metric papi 100 10; 0 enter main
   10 metric papi 150 11; 10 enter f
   20 metric papi 350 31; 20 leave
   50 metric papi 400 35; 50 leave
)";

double counter(const TextAnalysis& result, const std::string& name, const std::string& path) {
  const report::Report& report = result.report();
  const auto metric = report.find_metric(name);
  if (!metric) return -1;
  double sum = 0;
  for (std::size_t p = 0; p < report.call_paths.size(); ++p)
    if (support::region_path(report, report::CallPathId(p)) == path)
      sum += report.exclusive(*metric, report::CallPathId(p));
  return sum;
}

TEST(Counters, AreChargedByTheirIncreaseInEachCall) {
  const TextAnalysis result(kCounters);
  EXPECT_DOUBLE_EQ(counter(result, "PAPI_TOT_CYC", "main"), 50 + 50);
  EXPECT_DOUBLE_EQ(counter(result, "PAPI_TOT_CYC", "main/f"), 200);
  EXPECT_DOUBLE_EQ(counter(result, "PAPI_FP_OPS", "main"), 1 + 4);
  EXPECT_DOUBLE_EQ(counter(result, "PAPI_FP_OPS", "main/f"), 20);
}

TEST(Counters, StartWithTheirFirstValue) {
  const TextAnalysis result(R"(
processes 1
metric papi PAPI_TOT_CYC
0: 0 enter main; 10 metric papi 1000000; 20 metric papi 1000007; 50 leave
)");
  EXPECT_DOUBLE_EQ(counter(result, "PAPI_TOT_CYC", "main"), 7);
}

TEST(Counters, RelativeValuesAreAddedUp) {
  const TextAnalysis result(R"(
processes 1
metric steps STEPS mode=relative
0: 0 enter main; 10 metric steps 5; 20 metric steps 7; 50 leave
)");
  EXPECT_DOUBLE_EQ(counter(result, "STEPS", "main"), 12);
}

TEST(Counters, AbsoluteValuesAreNotCharged) {
  const TextAnalysis result(R"(
processes 1
metric memory HEAP mode=point
0: 0 enter main; 10 metric memory 500; 20 metric memory 700; 50 leave
)");
  EXPECT_EQ(result.report().find_metric("HEAP"), std::nullopt);
}

TEST(Counters, EachLocationCountsForItself) {
  const TextAnalysis result(R"(
processes 2
metric papi PAPI_TOT_CYC
0: 0 enter main; 10 metric papi 100; 20 metric papi 130; 50 leave
1: 0 enter main; 11 metric papi 900; 21 metric papi 905; 50 leave
)");
  EXPECT_DOUBLE_EQ(counter(result, "PAPI_TOT_CYC", "main"), 35);
}

// EZTrace uses the linker names of Fortran functions, and assigns no roles to regions.
TEST(ForeignWriters, MayOmitRolesAndParadigms) {
  expect_severities(R"(
processes 2
region mpi_send_ role=unknown paradigm=unknown
region mpi_recv_ role=unknown paradigm=unknown
region mpi_barrier_ role=unknown paradigm=unknown
region MPI_Allreduce role=function paradigm=user
0: 10..20 mpi_send_ send 1; 30..50 mpi_barrier_ coll_end op=barrier; 60..70 MPI_Allreduce coll_end op=allreduce
1: 2..26 mpi_recv_ recv 0; 44..50 mpi_barrier_ coll_end op=barrier; 65..70 MPI_Allreduce coll_end op=allreduce
expect mpi_latesender mpi_recv_ @1 = 8
expect mpi_point2point mpi_recv_ @1 = 24
expect mpi_barrier_wait mpi_barrier_ @0 = 14
expect mpi_wait_nxn MPI_Allreduce @0 = 5
expect total comp = 0
)");
}

// Operations outside every MPI call take no time: nothing waits in them.
TEST(ForeignWriters, MayOmitCalls) {
  expect_severities(R"(
processes 2
0: 0 enter main; 10 send 1; 40 leave
1: 0 enter main; 5 irecv_request req=1; 20 irecv 0 req=1; 40 leave
expect total mpi_latesender = 0
expect total mpi_latereceiver = 0
expect comms_recv main @1 = 1
)");
}

TEST(ForeignWriters, MayOmitMpi) {
  const TextAnalysis result(R"(
processes 2 none
0: 0 enter main; 40 leave
1: 0 enter main; 40 leave
)");
  EXPECT_EQ(result.total("time"), 80);
  EXPECT_EQ(result.total("mpi"), 0);
}

TEST(OtherLibraries, ShmemHasItsOwnTree) {
  expect_severities(R"(
processes 2 shmem
0: 0..5 shmem_init; 10..13 shmem_put64; 20..27 shmem_barrier_all; 30..31 shmem_malloc; 40..42 shmem_finalize
1: 0..42 shmem_set_lock
expect shmem_communication shmem_put64 @0 = 3
expect shmem_synchronization shmem_barrier_all @0 = 7
expect shmem_synchronization shmem_set_lock @1 = 42
expect shmem_memory shmem_malloc @0 = 1
expect shmem_init_exit shmem_init @0 = 5
expect shmem_init_exit shmem_finalize @0 = 2
expect shmem shmem_put64 @0 = 3
expect total mpi = 0
)");
}

TEST(OtherLibraries, PthreadsHaveTheirOwnTree) {
  expect_severities(R"(
processes 1 none
0: 0..5 pthread_create; 10..13 pthread_mutex_lock; 20..27 pthread_cond_wait; 30..31 pthread_join
expect pthread_management pthread_create @0 = 5
expect pthread_lock_api pthread_mutex_lock @0 = 3
expect pthread_conditional pthread_cond_wait @0 = 7
expect pthread_management pthread_join @0 = 1
expect total omp = 0
)");
}

TEST(OtherLibraries, AThreadCreatedByTheProgramIsNotIdle) {
  expect_severities(R"(
processes 1 none
threads 2
0: 0 enter main; 40 leave
0.1: 10 enter worker; 30 leave
expect time worker @0.1 = 20
expect comp worker @0.1 = 20
)");
}

TEST(OtherLibraries, AFirstThreadThatEndsBeforeOthersIsNotIdle) {
  expect_severities(R"(
processes 1 none
threads 2
0: 0 enter main; 10 leave
0.1: 5 thread_begin 1; 5 enter work; 50 leave; 50 thread_end 1
expect time main @0 = 10
expect total time = 55
expect total omp_idle_threads = 0
)");
}

// The location is used by one thread after another.
TEST(OtherLibraries, AThreadThatDoesNotExistIsNotIdle) {
  expect_severities(R"(
processes 1 none
threads 2
0: 0 enter main; 100 leave
0.1: 10 thread_begin 1; 10 enter worker; 30 leave; 30 thread_end 1
0.1: 50 thread_begin 2; 52 enter worker; 60 leave; 61 thread_end 2
expect time worker @0.1 = 28
expect total omp_idle_threads = 0
expect total time = 128
)");
}

TEST(OtherLibraries, RmaIsCounted) {
  expect_severities(R"(
processes 2
window w
0: 0..5 MPI_Put put 1 bytes=100; 6..8 MPI_Get get 1 bytes=30; 10..13 MPI_Win_fence
1: 0..4 MPI_Win_create; 5..9 MPI_Win_lock
expect comms_rma_puts MPI_Put @0 = 1
expect bytes_put MPI_Put @0 = 100
expect bytes_get MPI_Get @0 = 30
expect mpi_rma_communication MPI_Put @0 = 5
expect mpi_rma_sync_active MPI_Win_fence @0 = 3
expect mpi_rma_sync_passive MPI_Win_lock @1 = 4
expect mpi_mgmt_win MPI_Win_create @1 = 4
expect total bytes_rma = 130
)");
}

// No thread idles there.
TEST(Profile, HasNoTimeWhereMetricsAreMeasured) {
  const TextAnalysis text(R"(
processes 1 none
location power 0 type=metric
metric watts watts
0: 0 enter main; 100 leave
power: 10 metric watts 1; 90 metric watts 2
)");
  EXPECT_EQ(text.total("time"), 100);
  EXPECT_EQ(text.total("omp_idle_threads"), 0);
  EXPECT_EQ(text.total("comp"), 100);
}

// All time of a stream is the time of what runs on it.
TEST(Profile, HasNoWorkersAndNoOverheadOnStreams) {
  for (const char* threads : {"", "threads 2"}) {
    const TextAnalysis text(std::string("processes 1 none\n") + threads + R"(
region "COMPUTE IDLE" role=artificial paradigm=cuda
region kernel paradigm=compiler
location stream 0 type=accelerator
0: 0 enter main; 100 leave
stream: 10 enter "COMPUTE IDLE"; 20 leave; 20 enter kernel; 50 leave; 60 enter kernel; 65 leave
)");
    const std::int64_t idle = std::string_view(threads).empty() ? 0 : 100;  // of the worker
    EXPECT_EQ(text.total("omp_idle_threads"), idle);
    EXPECT_EQ(text.total("overhead"), 0);
    EXPECT_EQ(text.total("comp"), 100);
    EXPECT_EQ(text.total("accelerator"), 35);
    EXPECT_EQ(text.total("time"), 135 + idle);
    EXPECT_EQ(text.total("visits"), 4);
  }
}

}  // namespace
}  // namespace lull::analysis
