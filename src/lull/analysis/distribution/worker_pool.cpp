// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/distribution/worker_pool.hpp"

#include <cassert>
#include <utility>

#include "lull/base/run_on_threads.hpp"

namespace lull::analysis {
namespace {

// Takes some tens of microseconds.
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

std::optional<std::size_t> WorkerPool::Tasks::take() {
  std::uint64_t open = open_.load();
  while (true) {
    const auto begin = static_cast<std::uint32_t>(open >> 32);
    const auto end = static_cast<std::uint32_t>(open);
    if (begin >= end) return std::nullopt;
    if (open_.compare_exchange_weak(open, pack(begin + 1, end))) return begin;
  }
}

WorkerPool::WorkerPool(std::size_t workers) : tasks_(workers) {
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

void WorkerPool::run(std::span<const std::size_t> groups, const Task& task) {
  assert(groups.size() <= kGroups);
  {
    const std::scoped_lock lock(mutex_);
    task_ = &task;
    std::size_t first = 0;
    for (std::size_t group = 0; group < groups.size(); ++group) {
      const auto part = [&](std::size_t worker) {
        return static_cast<std::uint32_t>(first + groups[group] * worker / size());
      };
      for (std::size_t worker = 0; worker < size(); ++worker)
        tasks_[worker][group].set(part(worker), part(worker + 1));
      first += groups[group];
    }
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
    const std::scoped_lock lock(mutex_);  // run() is not between checking and sleeping
    done_.notify_one();
  }
}

std::optional<std::size_t> WorkerPool::next_task(std::size_t worker) {
  for (std::size_t group = 0; group < kGroups; ++group)
    for (std::size_t i = 0; i < size(); ++i)
      if (const auto task = tasks_[(worker + i) % size()][group].take()) return task;
  return std::nullopt;
}

void WorkerPool::work_off(std::size_t worker) {
  try {
    while (const auto index = next_task(worker)) (*task_)(worker, *index);
  } catch (...) {
    const std::scoped_lock lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
    for (auto& of_worker : tasks_)
      for (Tasks& tasks : of_worker) tasks.set(0, 0);
  }
}

}  // namespace lull::analysis
