// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

// Waves through a grid of 3 x 3: each process receives along dimension 0, then along dimension 1,
// computes for 10 ticks, and sends at once.
class Sweep {
 public:
  // Starts a wave from the low (-1) or high (1) end of each dimension.
  void wave(int west, int south) {
    for (int i = 0; i < kSize; ++i)
      for (int j = 0; j < kSize; ++j)
        step(west < 0 ? i : kSize - 1 - i, south < 0 ? j : kSize - 1 - j, west, south);
  }
  [[nodiscard]] std::string text() const {
    std::string text = "processes 9\ntopology grid 3 3\n";
    for (int rank = 0; rank < kSize * kSize; ++rank)
      text += fmt::format("{}:{}\n", rank, calls_[rank]);
    return text;
  }

 private:
  static constexpr int kSize = 3;
  static int rank_of(int x, int y) { return x * kSize + y; }
  static bool is_inside(int x, int y) { return x >= 0 && y >= 0 && x < kSize && y < kSize; }

  void step(int x, int y, int west, int south) {
    const int self = rank_of(x, y);
    receive(self, x + west, y);
    receive(self, x, y + south);
    now_[self] += 10;
    send(self, x - west, y);
    send(self, x, y - south);
  }
  void receive(int self, int x, int y) {
    if (!is_inside(x, y)) return;
    const int from = rank_of(x, y);
    std::vector<int>& sent = sent_[{from, self}];
    const int end = std::max(now_[self], sent.front());
    sent.erase(sent.begin());
    add(self, fmt::format(" {}..{} MPI_Recv recv {}", now_[self], end, from));
    now_[self] = end;
  }
  void send(int self, int x, int y) {
    if (!is_inside(x, y)) return;
    sent_[{self, rank_of(x, y)}].push_back(now_[self]);
    add(self, fmt::format(" {}..{} MPI_Send send {}", now_[self], now_[self], rank_of(x, y)));
  }
  void add(int self, const std::string& call) {
    if (!calls_[self].empty()) calls_[self] += ';';
    calls_[self] += call;
  }

  std::array<int, kSize * kSize> now_{};
  std::array<std::string, kSize * kSize> calls_;
  std::map<std::pair<int, int>, std::vector<int>> sent_;
};

TEST(Refill, IsTheFirstStepAfterTheDirectionChanges) {
  Sweep sweep;
  for (int i = 0; i < 2; ++i) sweep.wave(-1, -1);
  for (int i = 0; i < 2; ++i) sweep.wave(-1, 1);
  for (int i = 0; i < 2; ++i) sweep.wave(1, 1);
  struct Cell {
    int x, y, late, sw, nw, ne;
  };
  std::string text = sweep.text();
  for (const Cell& cell :
       {Cell{0, 2, 60, 20, 0, 40}, Cell{1, 2, 50, 30, 0, 20}, Cell{2, 2, 40, 40, 0, 0},
        Cell{0, 1, 70, 10, 20, 40}, Cell{1, 1, 60, 20, 20, 20}, Cell{2, 1, 50, 30, 20, 0},
        Cell{0, 0, 80, 0, 40, 40}, Cell{1, 0, 70, 10, 40, 20}, Cell{2, 0, 60, 20, 40, 0}}) {
    const int rank = cell.x * 3 + cell.y;
    text += fmt::format(
        "expect mpi_latesender MPI_Recv @{0} = {1}\nexpect mpi_refill_sw MPI_Recv @{0} = {2}\n"
        "expect mpi_refill_nw MPI_Recv @{0} = {3}\nexpect mpi_refill_ne MPI_Recv @{0} = {4}\n",
        rank, cell.late, cell.sw, cell.nw, cell.ne);
  }
  text +=
      "expect total mpi_latesender = 540\nexpect total mpi_refill = 540\n"
      "expect total mpi_refill_sw = 180\nexpect total mpi_refill_se = 0\n";
  expect_severities(text);
}

}  // namespace
}  // namespace lull::patterns
