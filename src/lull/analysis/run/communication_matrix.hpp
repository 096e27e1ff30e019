// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Who communicates with whom, and who waits for whom: sums over pairs of processes, as far as there
// are any. Where there are too many pairs, neighbouring processes are taken together, no more than
// has to be: how many depends on what was added alone, in whatever order and to however many
// matrices that are added up. Expected constant time to add; PairWindow takes what is added one by
// one. Used by one thread at a time.
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
  // What a cell is about.
  struct Pair {
    Kind kind = Kind::Message;
    MetricIndex metric;      // of Wait
    std::uint32_t from = 0;  // who sends, or is waited for: processes from << shift() on
    std::uint32_t to = 0;    // who receives, or waits
  };
  struct alignas(32) Cell {
    std::uint64_t key = 0;
    std::uint64_t count = 0;   // 0: none
    std::uint64_t amount = 0;  // bytes; of Wait 0
    std::uint64_t ticks = 0;   // from sending to receiving; waiting; of Transfer 0

    [[nodiscard]] Pair pair() const;
  };

  // `most_cells`: more than there are kinds of waiting.
  explicit CommunicationMatrix(const Definitions& definitions, std::size_t most_cells = kMostCells);

  // Of single processes; `count` of them that are not there yet.
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
  // On the first process: what all have; collective.
  void gather(Partners& partners);

  // 2^shift neighbouring processes are taken together.
  [[nodiscard]] unsigned shift() const { return shift_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  // By kind, metric, from, to.
  [[nodiscard]] std::vector<Cell> sorted() const;

 private:
  static constexpr std::size_t kSmallest = 64;  // a power of two
  static constexpr unsigned kBits = 24;         // of a group of processes in a key

  [[nodiscard]] std::uint64_t key_of(std::uint64_t kind, std::uint32_t from,
                                     std::uint32_t to) const {
    return kind << 2 * kBits | std::uint64_t{from >> shift_} << kBits | to >> shift_;
  }
  [[nodiscard]] static std::size_t home(std::uint64_t key) {
    const std::uint64_t mixed = key * 0x9E3779B97F4A7C15ull;
    return mixed >> 32 ^ mixed >> 48;
  }
  // In groups of this matrix.
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

  std::vector<std::uint32_t> processes_;  // by location
  std::size_t most_cells_;
  unsigned shift_ = 0;
  std::size_t size_ = 0;
  std::size_t mask_ = kSmallest - 1;  // the number of cells less one
  std::vector<Cell> cells_;           // open addressing, linear probing
};

}  // namespace lull::analysis
