// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Who communicates with whom, and who waits for whom: sums over pairs of processes, as far as there
// are any. Where there are too many pairs, neighbouring processes are taken together, no more than
// has to be: how many depends on what was added alone, in whatever order and to however many
// matrices that are added up. Expected constant time to add. Used by one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lull/analysis/distribution/partners.hpp"
#include "lull/analysis/results/severity.hpp"
#include "lull/base/time.hpp"
#include "lull/trace/definitions.hpp"
#include "lull/trace/ids.hpp"

namespace lull::analysis {

class CommunicationMatrix {
 public:
  static constexpr std::size_t kMostCells = std::size_t{1} << 16U;
  struct Cell {
    enum class Kind : std::uint32_t { Message, Transfer, Wait };
    Kind kind = Kind::Message;
    MetricIndex metric;        // of Wait
    std::uint32_t from = 0;    // who sends, or is waited for: processes from << shift() on
    std::uint32_t to = 0;      // who receives, or waits
    std::uint64_t count = 0;   // 0: none
    std::uint64_t amount = 0;  // bytes; of Wait 0
    std::uint64_t ticks = 0;   // from sending to receiving; waiting; of Transfer 0
  };

  // `definitions` must outlive this. `most_cells`: more than there are kinds of waiting.
  explicit CommunicationMatrix(const Definitions& definitions, std::size_t most_cells = kMostCells)
      : locations_(&definitions.locations), most_cells_(most_cells), cells_(kSmallest) {}

  // Takes no time when it came before it was sent, by clocks that are off.
  void add_message(ProcessId from, ProcessId to, std::uint64_t bytes, Duration passed) {
    add({Cell::Kind::Message,
         {},
         from.value >> shift_,
         to.value >> shift_,
         1,
         bytes,
         passed.ticks > 0 ? static_cast<std::uint64_t>(passed.ticks) : 0});
  }
  // One-sided; of a get, from its target.
  void add_transfer(ProcessId from, ProcessId to, std::uint64_t bytes) {
    add({Cell::Kind::Transfer, {}, from.value >> shift_, to.value >> shift_, 1, bytes, 0});
  }
  void add_wait(MetricIndex metric, LocationId causes, LocationId waits, Duration waiting) {
    const auto group_of = [this](LocationId location) {
      return (*locations_)[location.index()].process.value >> shift_;
    };
    add({Cell::Kind::Wait, metric, group_of(causes), group_of(waits), 1, 0,
         static_cast<std::uint64_t>(waiting.ticks)});
  }
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

  static std::size_t hash_of(const Cell& cell) {
    std::uint64_t key = std::uint64_t{cell.from} << 32 | cell.to;
    key ^= (std::uint64_t{cell.metric.value} << 2 | static_cast<std::uint64_t>(cell.kind)) << 50;
    key *= 0x9E3779B97F4A7C15ull;
    return key ^ key >> 32;
  }
  static bool are_same(const Cell& a, const Cell& b) {
    return a.from == b.from && a.to == b.to && a.kind == b.kind && a.metric == b.metric;
  }
  // In groups of this matrix.
  void add(const Cell& more) {
    std::size_t index = hash_of(more);
    while (true) {
      Cell& cell = cells_[index++ & (cells_.size() - 1)];
      if (cell.count == 0) [[unlikely]]
        return insert(cell, more);
      if (!are_same(cell, more)) continue;
      cell.count += more.count;
      cell.amount += more.amount;
      cell.ticks += more.ticks;
      return;
    }
  }
  void insert(Cell& free, const Cell& cell);
  void rebuild(std::size_t slots, unsigned coarser);
  void add(std::vector<Cell> cells, unsigned shift);

  const std::vector<Location>* locations_;
  std::size_t most_cells_;
  unsigned shift_ = 0;
  std::size_t size_ = 0;
  std::vector<Cell> cells_;  // open addressing, linear probing
};

}  // namespace lull::analysis
