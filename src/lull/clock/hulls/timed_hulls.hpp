// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The messages from one clock to another in convex hulls, one for each piece of time: for clocks
// that do not follow one straight line. Pieces are as long as needed for there to be no more than a
// number of them: which points there are decides, not their order.
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
  // Joins pieces until there are no more than this, at least one.
  void join(std::size_t most_pieces);

  // Of all pieces.
  [[nodiscard]] LowerHull whole() const;
  template <class Visit>
  void for_each_point(Visit&& visit) const {  // by pieces, in order
    for (const Piece& piece : pieces_)
      for (const ClockPoint point : piece.second.points()) visit(point);
  }

 private:
  using Piece = std::pair<std::uint64_t, LowerHull>;  // number, by the time of sending

  LowerHull& piece_at(std::uint64_t number);
  void double_length();

  std::vector<Piece> pieces_;  // ascending
  unsigned shift_ = 0;         // a piece is 2^shift_ ticks long
};

}  // namespace lull
