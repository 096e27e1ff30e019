// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// C++ threads alongside OpenMP: two that open their own teams, and one in each member of a team.
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

namespace {

std::mutex mutex;
long total = 0;

void add(long part) {
  const std::lock_guard<std::mutex> guard(mutex);
  total += part;
}

void open_teams() {
  for (int round = 0; round < 3; ++round) {
    long part = 0;
#pragma omp parallel num_threads(2) reduction(+ : part)
    part += 1;
    add(part);
  }
}

}  // namespace

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) threads.emplace_back(open_teams);
  for (std::thread& thread : threads) thread.join();
#pragma omp parallel num_threads(2)
  {
    std::thread inner(add, 100);
    inner.join();
  }
  std::printf("%ld\n", total);
  return total == 212 ? 0 : 1;
}
