// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The messages from one clock to another as convex hulls, one for each piece of time: for clocks
// that do not follow one straight line. Pieces are as long as needed to limit their number. The
// result depends on the set of points, not on their order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "lull/clock/hulls/lower_hull.hpp"

namespace lull {

class TimedHulls {
 public:
  void add(ClockPoint point, std::size_t most_pieces);
  void add(const TimedHulls& other, std::size_t most_pieces);
  // Joins pieces until there are at most `most_pieces`, at least one.
  void join(std::size_t most_pieces);

  // Returns the hull of all pieces.
  [[nodiscard]] LowerHull whole() const;
  template <class Visit>
  void for_each_point(Visit&& visit) const {  // piece by piece, in order
    for (const Piece& piece : pieces_)
      for (const ClockPoint point : piece.second.points()) visit(point);
  }

 private:
  using Piece = std::pair<std::uint64_t, LowerHull>;  // number, by time of sending

  LowerHull& piece_at(std::uint64_t number);
  void double_length();

  std::vector<Piece> pieces_;  // ascending
  unsigned shift_ = 0;         // a piece is 2^shift_ ticks long
};

}  // namespace lull
