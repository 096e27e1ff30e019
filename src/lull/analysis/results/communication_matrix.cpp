// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/results/communication_matrix.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

namespace lull::analysis {

void CommunicationMatrix::insert(Cell& free, const Cell& cell) {
  free = cell;
  if (++size_ > most_cells_)
    rebuild(cells_.size(), 1);
  else if (2 * size_ > cells_.size())
    rebuild(2 * cells_.size(), 0);
}

// Groups become greater one step at a time, and only when there are too many cells, which may
// happen again while these are put in.
void CommunicationMatrix::rebuild(std::size_t slots, unsigned coarser) {
  std::vector<Cell> old(slots);
  old.swap(cells_);
  size_ = 0;
  const unsigned before = shift_;
  shift_ += coarser;
  for (Cell cell : old) {
    if (cell.count == 0) continue;
    cell.from >>= shift_ - before;
    cell.to >>= shift_ - before;
    add(cell);
  }
}

void CommunicationMatrix::add(std::vector<Cell> cells, unsigned shift) {
  while (shift_ < shift) rebuild(cells_.size(), 1);
  for (Cell cell : cells) {
    cell.from >>= shift_ - shift;
    cell.to >>= shift_ - shift;
    add(cell);
  }
}

void CommunicationMatrix::add(const CommunicationMatrix& other) {
  add(other.sorted(), other.shift_);
}

void CommunicationMatrix::gather(Partners& partners) {
  std::vector<Bytes> to(static_cast<std::size_t>(partners.size()));
  if (partners.rank() != 0) {
    Packer packer;
    packer.put<std::uint64_t>(shift_);
    packer.put_list<Cell>(sorted());
    to.front() = packer.take();
  }
  for (const Bytes& bytes : partners.exchange(std::move(to))) {
    if (bytes.empty()) continue;
    Unpacker unpacker(bytes);
    const auto shift = static_cast<unsigned>(unpacker.get<std::uint64_t>());
    add(unpacker.get_list<Cell>(), shift);
  }
}

std::vector<CommunicationMatrix::Cell> CommunicationMatrix::sorted() const {
  std::vector<Cell> cells;
  cells.reserve(size_);
  std::ranges::copy_if(cells_, std::back_inserter(cells),
                       [](const Cell& cell) { return cell.count > 0; });
  std::ranges::sort(cells, {}, [](const Cell& cell) {
    return std::tuple(cell.kind, cell.metric.value, cell.from, cell.to);
  });
  return cells;
}

}  // namespace lull::analysis
