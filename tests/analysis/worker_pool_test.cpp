// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/distribution/worker_pool.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace lull::analysis {
namespace {

class WorkerPoolOf : public testing::TestWithParam<std::size_t> {};

TEST_P(WorkerPoolOf, DoesEachTaskOnce) {
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

TEST_P(WorkerPoolOf, ThrowsWhatATaskThrowsAndGoesOn) {
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

INSTANTIATE_TEST_SUITE_P(Sizes, WorkerPoolOf, testing::Values(1, 2, 5));

}  // namespace
}  // namespace lull::analysis
