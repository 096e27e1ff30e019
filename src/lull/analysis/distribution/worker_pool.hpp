// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A fixed number of threads that work off numbered tasks together. One thread calls run(). Rounds
// follow one another closely, so a thread looks around for a moment before it goes to sleep.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace lull::analysis {

class WorkerPool {
 public:
  using Task = std::function<void(std::size_t worker, std::size_t index)>;

  // `workers` ≥ 1; one of them is the thread that calls run(). When the system refuses threads, the
  // pool has those that it gave.
  explicit WorkerPool(std::size_t workers);
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;
  ~WorkerPool();

  [[nodiscard]] std::size_t size() const { return threads_.size() + 1; }

  // Runs task(worker, i) once for each i < count, in any order, and returns when all are done.
  // The first exception of a task is thrown here.
  void run(std::size_t count, const Task& task);

 private:
  void work(std::size_t worker);
  void work_off(std::size_t worker);

  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable start_;
  std::condition_variable done_;
  const Task* task_ = nullptr;
  std::size_t count_ = 0;
  std::atomic<std::size_t> next_{0};
  std::atomic<std::size_t> round_{0};
  std::atomic<std::size_t> busy_{0};
  std::atomic<bool> stop_{false};
  std::exception_ptr failure_;
};

}  // namespace lull::analysis
