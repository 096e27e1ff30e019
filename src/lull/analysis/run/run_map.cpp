// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/run/run_map.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace lull::analysis {
namespace {

constexpr std::size_t kMostRows = 256;
constexpr std::size_t kMostPieces = 1024;
constexpr std::size_t kMostCells = std::size_t{1} << 16U;  // rows times final pieces
constexpr std::size_t kLife = 0;
constexpr unsigned kMostShift = 63;

}  // namespace

RunMap::RunMap(std::size_t locations, const std::vector<bool>& charted)
    : places_(locations, kMostRows, charted),
      most_(std::min(kMostPieces, kMostCells / std::max<std::size_t>(places_.rows, 1))),
      planes_(places_.planes, std::vector<Pieces>(places_.rows)) {}

// Takes time linear in the used cells: there may be many windows, one for each thread.
void RunMap::take(MapWindow& window) {
  std::uint64_t first = MapWindow::kPieces;
  std::uint64_t last = 0;
  for (const std::uint32_t cell : window.touched()) {
    first = std::min<std::uint64_t>(first, cell % MapWindow::kPieces);
    last = std::max<std::uint64_t>(last, cell % MapWindow::kPieces);
  }
  if (first <= last)
    reach({(window.first() + first) << window.shift()},
          {(window.first() + last + 1) << window.shift()});
  for (const MapWindow::Span& span : window.others()) reach(span.from, span.until);
  for (const std::uint32_t cell : window.touched()) {
    const auto [plane, row, at] = window.cell_of(cell);
    const std::uint64_t piece = (window.first() + at) >> (shift_ - window.shift());
    pieces_at(plane, row)[piece - first_] += window.ticks_of(cell);
  }
  for (const MapWindow::Span& span : window.others())
    add(span.plane, span.row, span.from, span.until);
  window.open(shift_, window.first());
}

// Pieces can become longer at some cost, but never shorter, as the expectation may be wrong.
void RunMap::expect(std::uint64_t ticks) {
  constexpr std::uint64_t kMuch = 2;
  unsigned shift = shift_;
  while (shift < kMostShift && (ticks / kMuch >> shift) > most_) ++shift;
  if (shift == shift_) return;
  if (count_ > 0) return change(shift, first_ >> (shift - shift_));
  shift_ = shift;
}

void RunMap::open(MapWindow& window, Timestamp around) const {
  const std::uint64_t piece = around.ticks >> shift_;
  window.open(shift_, piece - std::min<std::uint64_t>(piece, MapWindow::kPieces / 4));
}

void RunMap::add_life(LocationId location, Timestamp first, Timestamp last) {
  if (first >= last) return;
  reach(first, last);
  add(kLife, places_.row_of(location), first, last);
}

// Makes room for the time.
void RunMap::reach(Timestamp from, Timestamp until) {
  unsigned shift = shift_;
  const std::uint64_t last = until.ticks - 1;
  const auto first_at = [&] {
    const std::uint64_t begin = from.ticks >> shift;
    return count_ == 0 ? begin : std::min(begin, first_ >> (shift - shift_));
  };
  const auto end_at = [&] {
    const std::uint64_t end = last >> shift;
    return 1 + (count_ == 0 ? end : std::max(end, (first_ + count_ - 1) >> (shift - shift_)));
  };
  while (end_at() - first_at() > most_) ++shift;
  const std::uint64_t first = first_at();
  const std::uint64_t end = end_at();
  if (count_ > 0 && (shift != shift_ || first != first_)) change(shift, first);
  shift_ = shift;
  first_ = first;
  count_ = std::max<std::size_t>(count_, end - first);
}

void RunMap::change(unsigned shift, std::uint64_t first) {
  for (auto& plane : planes_)
    for (Pieces& pieces : plane) {
      if (pieces.empty()) continue;
      if (first > first_ >> (shift - shift_)) throw std::logic_error("a map that became shorter");
      const std::size_t moved = (first_ >> (shift - shift_)) - first;
      if (moved > 0) {  // earlier time than before: rare
        Pieces changed(most_);
        for (std::size_t i = 0; i < count_; ++i)
          changed[((first_ + i) >> (shift - shift_)) - first] += pieces[i];
        pieces = std::move(changed);
        continue;
      }
      for (std::size_t i = 1; i < count_; ++i) {
        const std::uint64_t ticks = std::exchange(pieces[i], 0);
        pieces[((first_ + i) >> (shift - shift_)) - first] += ticks;
      }
    }
  const std::uint64_t end = ((first_ + count_ - 1) >> (shift - shift_)) + 1;
  shift_ = shift;
  first_ = first;
  count_ = end - first;
}

void RunMap::add(std::size_t plane, std::size_t row, Timestamp from, Timestamp until) {
  Pieces& pieces = pieces_at(plane, row);
  const std::uint64_t first = from.ticks >> shift_;
  const std::uint64_t last = (until.ticks - 1) >> shift_;
  if (first == last) {
    pieces[first - first_] += until.ticks - from.ticks;
    return;
  }
  pieces[first - first_] += ((first + 1) << shift_) - from.ticks;
  for (std::uint64_t i = first + 1; i < last; ++i) pieces[i - first_] += std::uint64_t{1} << shift_;
  pieces[last - first_] += until.ticks - (last << shift_);
}

void RunMap::gather(Partners& partners) {
  struct Cell {
    std::uint32_t plane;
    std::uint32_t row;
    std::uint64_t piece;  // absolute number
    std::uint64_t ticks;
  };
  std::vector<Bytes> to(static_cast<std::size_t>(partners.size()));
  if (partners.rank() != 0 && count_ > 0) {
    std::vector<Cell> cells;
    for (std::uint32_t plane = 0; plane < planes_.size(); ++plane)
      for (std::uint32_t row = 0; row < places_.rows; ++row) {
        const Pieces& pieces = planes_[plane][row];
        for (std::size_t i = 0; i < pieces.size(); ++i)
          if (pieces[i] > 0) cells.push_back({plane, row, first_ + i, pieces[i]});
      }
    Packer packer;
    packer.put<std::uint64_t>(shift_);
    packer.put<std::uint64_t>(first_);
    packer.put<std::uint64_t>(count_);
    packer.put_list<Cell>(cells);
    to.front() = packer.take();
  }
  for (const Bytes& bytes : partners.exchange(std::move(to))) {
    if (bytes.empty()) continue;
    Unpacker unpacker(bytes);
    const auto shift = static_cast<unsigned>(unpacker.get<std::uint64_t>());
    const auto first = unpacker.get<std::uint64_t>();
    const auto count = unpacker.get<std::uint64_t>();
    if (shift > shift_ && count_ > 0) change(shift, first_ >> (shift - shift_));
    if (count_ == 0) shift_ = shift;
    reach({first << shift}, {(first + count) << shift});
    for (const Cell& cell : unpacker.get_list<Cell>()) {
      pieces_at(cell.plane, cell.row)[(cell.piece >> (shift_ - shift)) - first_] += cell.ticks;
    }
  }
}

void RunMap::finish() {
  const auto count_at = [this](unsigned shift) {
    return ((first_ + count_ - 1) >> shift) - (first_ >> shift) + 1;
  };
  unsigned more = 0;
  while (count_ > 0 && count_at(more) > most_) ++more;
  if (more > 0) change(shift_ + more, first_ >> more);
  for (auto& plane : planes_)
    for (Pieces& pieces : plane)
      if (!pieces.empty()) pieces.resize(count_);
}

}  // namespace lull::analysis
