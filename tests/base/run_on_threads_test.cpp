// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/run_on_threads.hpp"

#include <gtest/gtest.h>
#include <pthread.h>

#include <atomic>
#include <stdexcept>

namespace lull {
namespace {

// While this object exists, the system refuses threads: no stack of that size fits.
class NoThreads {
 public:
  NoThreads() {
    pthread_getattr_default_np(&usual_);
    pthread_attr_t huge;
    pthread_attr_init(&huge);
    pthread_attr_setstacksize(&huge, std::size_t{1} << 47);
    pthread_setattr_default_np(&huge);
    pthread_attr_destroy(&huge);
  }
  NoThreads(const NoThreads&) = delete;
  NoThreads& operator=(const NoThreads&) = delete;
  ~NoThreads() {
    pthread_setattr_default_np(&usual_);
    pthread_attr_destroy(&usual_);
  }

 private:
  pthread_attr_t usual_;
};

TEST(RunOnThreads, DoesAllWorkOnce) {
  std::atomic<int> next = 0;
  std::atomic<int> sum = 0;
  run_on_threads(4, [&] {
    for (int i = next++; i < 1000; i = next++) sum += i;
  });
  EXPECT_EQ(sum, 499500);
}

TEST(RunOnThreads, RunsOnTheRequestedNumberOfThreads) {
  std::atomic<int> here = 0;
  run_on_threads(4, [&] {
    ++here;
    while (here < 4) std::this_thread::yield();
  });
  EXPECT_EQ(here, 4);
}

TEST(RunOnThreads, RunsAloneIfTheSystemRefusesThreads) {
  const NoThreads none;
  EXPECT_TRUE(start_threads(8, [](std::size_t) {}).empty());
  int times = 0;
  run_on_threads(8, [&] { ++times; });
  EXPECT_EQ(times, 1);
}

// There is no work to share.
TEST(RunOnThreads, AcceptsZeroThreads) {
  int times = 0;
  run_on_threads(0, [&] { ++times; });
  EXPECT_EQ(times, 1);
}

TEST(RunOnThreads, ThrowsTheFirstException) {
  EXPECT_THROW(run_on_threads(3, [] { throw std::runtime_error("broken"); }), std::runtime_error);
}

}  // namespace
}  // namespace lull
