// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Communication and waiting between processes: sparse sums over pairs of processes. If there are
// too many pairs, neighbouring processes are grouped, no more than necessary; the group size
// depends only on what was added, not on the order or the number of matrices that are added up.
// Expected constant time per addition; PairWindow collects single additions. Used by one thread at
// a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lull/analysis/distribution/partners.hpp"
#include "lull/analysis/metrics/severity.hpp"
#include "lull/trace/definitions/definitions.hpp"
#include "lull/trace/event/ids.hpp"

namespace lull::analysis {

class CommunicationMatrix {
 public:
  static constexpr std::size_t kMostCells = std::size_t{1} << 16U;
  enum class Kind : std::uint32_t { Message, Transfer, Wait };
  // The key of a cell.
  struct Pair {
    Kind kind = Kind::Message;
    MetricIndex metric;      // for Wait
    std::uint32_t from = 0;  // sender or awaited process: processes from << shift() on
    std::uint32_t to = 0;    // receiver or waiting process
  };
  struct alignas(32) Cell {
    std::uint64_t key = 0;
    std::uint64_t count = 0;   // 0: empty cell
    std::uint64_t amount = 0;  // bytes; 0 for Wait
    std::uint64_t ticks = 0;   // from sending to receiving; waiting; 0 for Transfer

    [[nodiscard]] Pair pair() const;
  };

  // `most_cells` must exceed the number of kinds of waiting.
  explicit CommunicationMatrix(const Definitions& definitions, std::size_t most_cells = kMostCells);

  // Adds `count` items between single processes.
  void add(const Pair& of, std::uint64_t count, std::uint64_t amount, std::uint64_t ticks) {
    const std::uint64_t kind = of.kind == Kind::Wait ? 2 + std::uint64_t{of.metric.value}
                                                     : static_cast<std::uint64_t>(of.kind);
    add(key_of(kind, of.from, of.to), count, amount, ticks);
  }
  [[nodiscard]] std::uint32_t process_of(LocationId location) const {
    return processes_[location.index()];
  }
  [[nodiscard]] std::size_t locations() const { return processes_.size(); }
  void add(const CommunicationMatrix& other);
  // Collective: adds up all matrices on the first process.
  void gather(Partners& partners);

  // Groups have 2^shift neighbouring processes.
  [[nodiscard]] unsigned shift() const { return shift_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  // Sorted by kind, metric, from, to.
  [[nodiscard]] std::vector<Cell> sorted() const;

 private:
  static constexpr std::size_t kSmallest = 64;  // a power of two
  static constexpr unsigned kBits = 24;         // for a group of processes in a key

  [[nodiscard]] std::uint64_t key_of(std::uint64_t kind, std::uint32_t from,
                                     std::uint32_t to) const {
    return kind << 2 * kBits | std::uint64_t{from >> shift_} << kBits | to >> shift_;
  }
  [[nodiscard]] static std::size_t home(std::uint64_t key) {
    const std::uint64_t mixed = key * 0x9E3779B97F4A7C15ull;
    return mixed >> 32 ^ mixed >> 48;
  }
  // Adds to a cell of the current groups.
  void add(std::uint64_t key, std::uint64_t count, std::uint64_t amount, std::uint64_t ticks) {
    std::size_t index = home(key);
    while (true) {
      Cell& cell = cells_[index++ & mask_];
      if (cell.key == key && cell.count > 0) {
        cell.count += count;
        cell.amount += amount;
        cell.ticks += ticks;
        return;
      }
      if (cell.count == 0) [[unlikely]]
        return insert(cell, {key, count, amount, ticks});
    }
  }
  void add_coarser(Cell cell, unsigned shift);
  void insert(Cell& free, const Cell& cell);
  void rebuild(std::size_t slots, unsigned coarser);
  void add(const std::vector<Cell>& cells, unsigned shift);

  std::vector<std::uint32_t> processes_;  // indexed by location
  std::size_t most_cells_;
  unsigned shift_ = 0;
  std::size_t size_ = 0;
  std::size_t mask_ = kSmallest - 1;  // number of cells minus one
  std::vector<Cell> cells_;           // open addressing, linear probing
};

}  // namespace lull::analysis
