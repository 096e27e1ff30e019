// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/distribution/worker_pool.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <barrier>
#include <stdexcept>
#include <vector>

namespace lull::analysis {
namespace {

class WorkerPoolOf : public testing::TestWithParam<std::size_t> {};

TEST_P(WorkerPoolOf, RunsEachTaskOnce) {
  WorkerPool pool(GetParam());
  EXPECT_EQ(pool.size(), GetParam());
  std::vector<std::atomic<int>> done(1000);
  std::atomic<bool> strange_worker = false;
  pool.run(done.size(), [&](std::size_t worker, std::size_t index) {
    ++done[index];
    if (worker >= GetParam()) strange_worker = true;
  });
  for (const auto& times : done) EXPECT_EQ(times, 1);
  EXPECT_FALSE(strange_worker);
}

TEST_P(WorkerPoolOf, RunsManyRounds) {
  WorkerPool pool(GetParam());
  std::atomic<std::size_t> sum = 0;
  for (std::size_t round = 0; round < 500; ++round)
    pool.run(round % 5, [&](std::size_t, std::size_t index) { sum += index + 1; });
  EXPECT_EQ(sum, 100u * (1 + 3 + 6 + 10));
}

TEST_P(WorkerPoolOf, RethrowsAnExceptionAndContinues) {
  WorkerPool pool(GetParam());
  const auto fail = [](std::size_t, std::size_t index) {
    if (index == 17) throw std::runtime_error("task 17");
  };
  EXPECT_THROW(pool.run(100, fail), std::runtime_error);
  std::atomic<int> done = 0;
  pool.run(100, [&](std::size_t, std::size_t) { ++done; });
  EXPECT_EQ(done, 100);
}

TEST_P(WorkerPoolOf, ThrowsOneOfManyExceptions) {
  WorkerPool pool(GetParam());
  for (int round = 0; round < 50; ++round)
    EXPECT_THROW(
        pool.run(20, [](std::size_t, std::size_t) { throw std::logic_error("every task"); }),
        std::logic_error);
}

TEST_P(WorkerPoolOf, NeedsNoTask) {
  WorkerPool pool(GetParam());
  pool.run(0, [](std::size_t, std::size_t) { FAIL(); });
  EXPECT_EQ(pool.size(), GetParam());
}

TEST_P(WorkerPoolOf, RunsEachTaskOfEachGroupOnce) {
  WorkerPool pool(GetParam());
  for (std::size_t round = 0; round < 200; ++round) {
    const std::array groups{round % 7, round % 3, 31 - round % 32};
    std::vector<std::atomic<int>> done(groups[0] + groups[1] + groups[2]);
    pool.run(groups, [&](std::size_t, std::size_t index) { ++done[index]; });
    for (const auto& times : done) ASSERT_EQ(times, 1);
  }
}

TEST(WorkerPool, BeginsTheFirstGroupsFirst) {
  WorkerPool pool(1);
  std::vector<std::size_t> order;
  pool.run(std::array<std::size_t, 3>{4, 0, 3},
           [&](std::size_t, std::size_t index) { order.push_back(index); });
  EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6}));
}

// A worker gets the tasks again whose memory is in its cache, if no thread is late.
TEST(WorkerPool, GivesAWorkerTheSameTasksAgain) {
  WorkerPool pool(2);
  if (pool.size() < 2) GTEST_SKIP() << "the system gave no second thread";
  std::array<std::size_t, 2> first{};
  std::barrier both(2);
  for (std::size_t round = 0; round < 50; ++round) {
    std::array<std::size_t, 2> workers{};
    pool.run(2, [&](std::size_t worker, std::size_t index) {
      workers[index] = worker;
      both.arrive_and_wait();
    });
    if (round == 0) first = workers;
    EXPECT_EQ(workers, first);
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, WorkerPoolOf, testing::Values(1, 2, 5));

}  // namespace
}  // namespace lull::analysis
