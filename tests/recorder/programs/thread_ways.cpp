// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// C++ threads: exceptions, timed waits, recursive mutexes, statics that are destroyed late.
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <future>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace {

std::recursive_mutex recursive;
std::mutex mutex;
std::condition_variable condition;

struct Late {
  ~Late() {
    const std::scoped_lock lock(mutex);
    std::puts("late");
  }
} late;

int waited() {
  const std::scoped_lock outer(recursive);
  const std::scoped_lock inner(recursive);
  std::unique_lock lock(mutex);
  condition.wait_for(lock, std::chrono::milliseconds(5));
  throw std::runtime_error("caught");
}

}  // namespace

int main() {
  std::thread thread([] {
    thread_local Late of_thread;
    const std::scoped_lock lock(mutex);
    (void)of_thread;
  });
  auto result = std::async(std::launch::async, waited);
  thread.join();
  try {
    return result.get();
  } catch (const std::exception& error) {
    std::puts(error.what());
  }
  return 7;
}
