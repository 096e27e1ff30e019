// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A fixed number of threads that execute numbered tasks together. One thread calls run(). Rounds
// follow one another closely, so a thread spins for a moment before it sleeps. In rounds with the
// same number of tasks each thread has the same tasks, whose memory is in its cache, and takes
// tasks from others when it has finished.
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

namespace lull::analysis {

class WorkerPool {
 public:
  using Task = std::function<void(std::size_t worker, std::size_t index)>;

  // `workers` ≥ 1, including the thread that calls run(). If the system refuses to create threads,
  // the pool is smaller.
  explicit WorkerPool(std::size_t workers);
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;
  ~WorkerPool();

  [[nodiscard]] std::size_t size() const { return threads_.size() + 1; }
  // Number of threads that the system refused.
  [[nodiscard]] std::size_t refused() const { return tasks_.size() - size(); }

  // Runs task(worker, i) once for each i < count, in any order, and returns when all are done.
  // Rethrows the first exception of a task.
  void run(std::size_t count, const Task& task) { run(std::array{count}, task); }
  // Does the same for at most kGroups groups with the given numbers of tasks, numbered
  // consecutively over all groups: tasks in the first group start first.
  static constexpr std::size_t kGroups = 3;
  void run(std::span<const std::size_t> groups, const Task& task);

 private:
  void work(std::size_t worker);
  void work_off(std::size_t worker);

  // Tasks of one worker and group that have not started.
  class alignas(64) Tasks {
   public:
    void set(std::uint32_t begin, std::uint32_t end) { open_ = pack(begin, end); }
    [[nodiscard]] std::optional<std::size_t> take();

   private:
    static constexpr std::uint64_t pack(std::uint32_t begin, std::uint32_t end) {
      return std::uint64_t{begin} << 32 | end;
    }
    std::atomic<std::uint64_t> open_{0};
  };
  [[nodiscard]] std::optional<std::size_t> next_task(std::size_t worker);

  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable start_;
  std::condition_variable done_;
  const Task* task_ = nullptr;
  std::vector<std::array<Tasks, kGroups>> tasks_;  // indexed by worker
  std::atomic<std::size_t> round_{0};
  std::atomic<std::size_t> busy_{0};
  std::atomic<bool> stop_{false};
  std::exception_ptr failure_;
};

}  // namespace lull::analysis
