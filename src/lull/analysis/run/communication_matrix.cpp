// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/run/communication_matrix.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lull::analysis {

CommunicationMatrix::Pair CommunicationMatrix::Cell::pair() const {
  constexpr std::uint64_t kGroup = (std::uint64_t{1} << kBits) - 1;
  const std::uint64_t kind = key >> 2 * kBits;
  return {static_cast<Kind>(std::min<std::uint64_t>(kind, 2)),
          kind >= 2 ? MetricIndex(kind - 2) : MetricIndex(),
          static_cast<std::uint32_t>(key >> kBits & kGroup),
          static_cast<std::uint32_t>(key & kGroup)};
}

CommunicationMatrix::CommunicationMatrix(const Definitions& definitions, std::size_t most_cells)
    : most_cells_(most_cells), cells_(kSmallest) {
  for (const Location& location : definitions.locations)
    processes_.push_back(location.process.value);
  while (definitions.processes.size() >> shift_ >> kBits > 0) ++shift_;
}

void CommunicationMatrix::insert(Cell& free, const Cell& cell) {
  free = cell;
  if (++size_ > most_cells_)
    rebuild(cells_.size(), 1);
  else if (2 * size_ > cells_.size())
    rebuild(2 * cells_.size(), 0);
}

// Adds a cell for groups of 2^shift processes, which must not be smaller than the current groups.
void CommunicationMatrix::add_coarser(Cell cell, unsigned shift) {
  const Pair pair = cell.pair();
  const unsigned more = shift_ - shift;
  cell.key = cell.key >> 2 * kBits << 2 * kBits | std::uint64_t{pair.from >> more} << kBits |
             pair.to >> more;
  add(cell.key, cell.count, cell.amount, cell.ticks);
}

// Group size doubles, one step at a time and only when there are too many cells, which may happen
// again while reinserting.
void CommunicationMatrix::rebuild(std::size_t slots, unsigned coarser) {
  std::vector<Cell> old(slots);
  old.swap(cells_);
  mask_ = cells_.size() - 1;
  size_ = 0;
  const unsigned before = shift_;
  shift_ += coarser;
  for (const Cell& cell : old)
    if (cell.count > 0) add_coarser(cell, before);
}

void CommunicationMatrix::add(const std::vector<Cell>& cells, unsigned shift) {
  while (shift_ < shift) rebuild(cells_.size(), 1);
  for (const Cell& cell : cells) add_coarser(cell, shift);
}

void CommunicationMatrix::add(const CommunicationMatrix& other) {
  add(other.sorted(), other.shift_);
}

void CommunicationMatrix::gather(Partners& partners) {
  std::vector<Bytes> to(static_cast<std::size_t>(partners.size()));
  if (partners.rank() != 0) {
    std::vector<std::uint64_t> numbers;
    for (const Cell& cell : sorted())
      for (const std::uint64_t number : {cell.key, cell.count, cell.amount, cell.ticks})
        numbers.push_back(number);
    Packer packer;
    packer.put<std::uint64_t>(shift_);
    packer.put_list<std::uint64_t>(numbers);
    to.front() = packer.take();
  }
  for (const Bytes& bytes : partners.exchange(std::move(to))) {
    if (bytes.empty()) continue;
    Unpacker unpacker(bytes);
    const auto shift = static_cast<unsigned>(unpacker.get<std::uint64_t>());
    const auto numbers = unpacker.get_list<std::uint64_t>();
    std::vector<Cell> cells;
    for (std::size_t i = 0; i + 3 < numbers.size(); i += 4)
      cells.push_back({numbers[i], numbers[i + 1], numbers[i + 2], numbers[i + 3]});
    add(cells, shift);
  }
}

std::vector<CommunicationMatrix::Cell> CommunicationMatrix::sorted() const {
  std::vector<Cell> cells;
  cells.reserve(size_);
  std::ranges::copy_if(cells_, std::back_inserter(cells),
                       [](const Cell& cell) { return cell.count > 0; });
  std::ranges::sort(cells, {}, &Cell::key);
  return cells;
}

}  // namespace lull::analysis
