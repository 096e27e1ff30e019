// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "support/reference/tiny_trace.hpp"

namespace lull::reference {
namespace {

constexpr LocationId kMaster{std::size_t{0}};
constexpr LocationId kWorker{std::size_t{1}};
constexpr LocationId kOther{std::size_t{2}};
constexpr const char* kParallel = "app/main/!$omp parallel";
constexpr const char* kBarrier = "app/main/!$omp parallel/!$omp implicit barrier";

// Opens the parallel region on one thread, passes its barrier and closes it.
void work(TinyTrace& trace, std::size_t thread, std::uint64_t begin, std::uint64_t barrier,
          std::uint64_t end, CommunicatorId team = TinyTrace::kTeam) {
  trace.add(thread, begin, ThreadTeamBegin{team})
      .enter(thread, begin, "!$omp parallel", RegionRole::Parallel)
      .enter(thread, barrier, "!$omp implicit barrier", RegionRole::ImplicitBarrier)
      .leave(thread, end - 1, "!$omp implicit barrier")
      .leave(thread, end, "!$omp parallel")
      .add(thread, end, ThreadTeamEnd{team});
}

// A program from 0 to 100 that forks at 20 and joins at 80; `threads` − `left_out` threads take
// part.
ReferenceResult one_fork(std::size_t threads, std::size_t left_out = 0) {
  TinyTrace trace(1, threads);
  trace.add(0, 0, ProgramBegin{StringId{std::size_t{0}}}).enter(0, 10, "main");
  trace.add(0, 20, ThreadFork{Paradigm::OpenMp, static_cast<std::uint32_t>(threads - left_out)});
  for (std::size_t thread = 0; thread + left_out < threads; ++thread)
    work(trace, thread, 25 + thread, 40 + 20 * thread, 71 + thread);
  trace.add(0, 80, ThreadJoin{Paradigm::OpenMp}).leave(0, 90, "main").add(0, 100, ProgramEnd{0});
  return trace.analyse();
}

TEST(ReferenceTeam, PlacesWorkersBelowTheFork) {
  const auto result = one_fork(2);
  EXPECT_EQ(result.at("visits", kParallel, kMaster), 1);
  EXPECT_EQ(result.at("visits", kParallel, kWorker), 1);
  EXPECT_EQ(result.total("visits"), 2 + 2 * 2);
}

TEST(ReferenceTeam, DividesForkToJoinAmongManagementBarrierAndWork) {
  const auto result = one_fork(2);
  EXPECT_EQ(result.at("omp_fork", kParallel, kMaster), 5);
  EXPECT_EQ(result.at("omp_fork", kParallel, kWorker), 6);
  EXPECT_EQ(result.at("omp_management", kParallel, kWorker), 6 + 8);
  EXPECT_EQ(result.at("omp_ibarrier", kBarrier, kWorker), 11);
  EXPECT_EQ(result.at("comp", kParallel, kWorker), 60 - 14 - 11);
  EXPECT_EQ(result.at("time", kParallel, kWorker) + result.at("time", kBarrier, kWorker), 60);
}

TEST(ReferenceTeam, WaitsAtTheBarrierForTheLastThread) {
  const auto result = one_fork(2);
  EXPECT_EQ(result.at("omp_ibarrier_wait", kBarrier, kMaster), 20);
  EXPECT_EQ(result.total("omp_ibarrier_wait"), 20);
}

TEST(ReferenceIdle, ChargesTheMastersSerialCallPaths) {
  const auto result = one_fork(2);
  EXPECT_EQ(result.at("omp_idle_threads", "app", kWorker), 10 + 10);
  EXPECT_EQ(result.at("omp_idle_threads", "app/main", kWorker), 10 + 10);
  EXPECT_EQ(result.total("omp_idle_threads"), 40);
  EXPECT_EQ(result.total("omp_limited_parallelism"), 0);
  EXPECT_EQ(result.total("time"), 2 * 100);
}

TEST(ReferenceIdle, ASmallerTeamLimitsParallelism) {
  const auto result = one_fork(3, 1);
  EXPECT_EQ(result.at("omp_limited_parallelism", kParallel, kOther), 60);
  EXPECT_EQ(result.at("omp_idle_threads", kParallel, kOther), 60);
  EXPECT_EQ(result.total("time"), 3 * 100);
}

// Thread 1 forks an inner team of itself and thread 2 from 35 to 55.
TEST(ReferenceTeam, MayBeNested) {
  TinyTrace trace(1, 3);
  trace.enter(0, 0, "main").add(0, 20, ThreadFork{Paradigm::OpenMp, 2});
  work(trace, 0, 25, 60, 71);
  trace.add(1, 25, ThreadTeamBegin{TinyTrace::kTeam})
      .enter(1, 26, "!$omp parallel", RegionRole::Parallel)
      .add(1, 35, ThreadFork{Paradigm::OpenMp, 2});
  work(trace, 1, 37, 45, 51, TinyTrace::kInnerTeam);
  trace.add(1, 55, ThreadJoin{Paradigm::OpenMp})
      .leave(1, 70, "!$omp parallel")
      .add(1, 70, ThreadTeamEnd{TinyTrace::kTeam});
  work(trace, 2, 39, 49, 52, TinyTrace::kInnerTeam);
  trace.add(0, 80, ThreadJoin{Paradigm::OpenMp}).leave(0, 100, "main");
  const auto result = trace.analyse();
  const std::string inner = "main/!$omp parallel/!$omp parallel";
  EXPECT_EQ(result.at("visits", inner, kOther), 1);
  EXPECT_EQ(result.at("omp_fork", inner, kOther), 4);
  EXPECT_EQ(result.at("omp_ibarrier_wait", inner + "/!$omp implicit barrier", kWorker), 4);
  EXPECT_EQ(result.at("omp_limited_parallelism", "main/!$omp parallel", kOther), 60 - 20);
  EXPECT_EQ(result.at("omp_idle_threads", "main", kOther), 40);
  EXPECT_EQ(result.total("time"), 3 * 100);
}

TEST(ReferenceLock, TheNextHolderWaitsForTheRelease) {
  TinyTrace trace(1, 2);
  const auto hold = [&trace](std::size_t thread, std::uint64_t begin, std::uint64_t acquired,
                             std::uint32_t order) {
    trace.enter(thread, begin, "!$omp critical", RegionRole::Critical)
        .add(thread, acquired, ThreadAcquireLock{Paradigm::OpenMp, 0, order})
        .add(thread, acquired + 20, ThreadReleaseLock{Paradigm::OpenMp, 0, order})
        .leave(thread, acquired + 25, "!$omp critical");
  };
  hold(0, 10, 11, 1);
  hold(1, 15, 33, 2);
  const auto result = trace.analyse();
  EXPECT_EQ(result.at("omp_lock_contention_critical", "!$omp critical", kWorker), 31 - 15);
  EXPECT_EQ(result.total("omp_lock_contention_critical"), 16);
}

TEST(ReferenceOverhead, RemovesFlushesFromTheRegionTheyInterrupt) {
  TinyTrace trace(1);
  trace.enter(0, 0, "main").add(0, 10, BufferFlush{Timestamp{30}}).leave(0, 100, "main");
  const auto result = trace.analyse();
  EXPECT_EQ(result.at("overhead", "main", kMaster), 20);
  EXPECT_EQ(result.at("comp", "main", kMaster), 80);
  EXPECT_EQ(result.total("time"), 100);
}

}  // namespace
}  // namespace lull::reference
