// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/distribution/worker_pool.hpp"

#include <utility>

#include "lull/base/run_on_threads.hpp"

namespace lull::analysis {
namespace {

// Some tens of microseconds.
constexpr int kLooks = 200;

template <class Condition>
bool becomes_true_soon(Condition condition) {
  for (int look = 0; look < kLooks; ++look) {
    if (condition()) return true;
    std::this_thread::yield();
  }
  return false;
}

}  // namespace

WorkerPool::WorkerPool(std::size_t workers) {
  threads_ = start_threads(workers - 1, [this](std::size_t number) { work(number + 1); });
}

WorkerPool::~WorkerPool() {
  {
    const std::scoped_lock lock(mutex_);
    stop_ = true;
  }
  start_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void WorkerPool::run(std::size_t count, const Task& task) {
  {
    const std::scoped_lock lock(mutex_);
    task_ = &task;
    count_ = count;
    next_ = 0;
    busy_ = threads_.size();
    ++round_;
  }
  start_.notify_all();
  work_off(0);
  const auto done = [this] { return busy_ == 0; };
  becomes_true_soon(done);
  std::unique_lock lock(mutex_);
  done_.wait(lock, done);
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void WorkerPool::work(std::size_t worker) {
  std::size_t round = 0;
  while (true) {
    const auto called = [&] { return stop_ || round_ != round; };
    if (!becomes_true_soon(called)) {
      std::unique_lock lock(mutex_);
      start_.wait(lock, called);
    }
    if (stop_) return;
    round = round_;
    work_off(worker);
    if (--busy_ > 0) continue;
    const std::scoped_lock lock(mutex_);  // run() is not between looking and sleeping
    done_.notify_one();
  }
}

void WorkerPool::work_off(std::size_t worker) {
  try {
    for (std::size_t index = next_++; index < count_; index = next_++) (*task_)(worker, index);
  } catch (...) {
    const std::scoped_lock lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
    next_ = count_;
  }
}

}  // namespace lull::analysis
