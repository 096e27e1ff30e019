// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/hulls/timed_hulls.hpp"

#include <algorithm>

namespace lull {

void TimedHulls::add(ClockPoint point, std::size_t most_pieces) {
  piece_at(point.sent.ticks >> shift_).add(point);
  if (pieces_.size() > most_pieces) join(most_pieces);
}

void TimedHulls::add(const TimedHulls& other, std::size_t most_pieces) {
  while (shift_ < other.shift_) double_length();
  other.for_each_point([&](ClockPoint point) { add(point, most_pieces); });
}

void TimedHulls::join(std::size_t most_pieces) {
  while (pieces_.size() > std::max<std::size_t>(most_pieces, 1)) double_length();
}

LowerHull TimedHulls::whole() const {
  LowerHull whole;
  for_each_point([&](ClockPoint point) { whole.add(point); });
  return whole;
}

LowerHull& TimedHulls::piece_at(std::uint64_t number) {
  if (pieces_.empty() || pieces_.back().first < number)
    return pieces_.emplace_back(number, LowerHull()).second;
  if (pieces_.back().first == number) return pieces_.back().second;
  const auto at = std::ranges::lower_bound(pieces_, number, {}, &Piece::first);
  if (at->first == number) return at->second;
  return pieces_.emplace(at, number, LowerHull())->second;
}

void TimedHulls::double_length() {
  constexpr unsigned kLongest = 63;
  if (shift_ >= kLongest) {  // two pieces of the longest kind cover all times
    for (std::size_t i = 1; i < pieces_.size(); ++i) pieces_.front().second.add(pieces_[i].second);
    if (!pieces_.empty()) pieces_.resize(1);
    return;
  }
  ++shift_;
  std::vector<Piece> longer;
  for (Piece& piece : pieces_) {
    const std::uint64_t number = piece.first >> 1U;
    if (!longer.empty() && longer.back().first == number)
      longer.back().second.add(piece.second);
    else
      longer.emplace_back(number, std::move(piece.second));
  }
  pieces_ = std::move(longer);
}

}  // namespace lull
