// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/replay/state/wave_steps.hpp"

namespace lull::analysis {

GridSideSet GridSideSet::of(const GridSides& sides) {
  unsigned bits = 0;
  for (std::size_t d = 0; d < sides.size(); ++d) {
    if (sides[d] == -1) bits |= 1U << d;
    if (sides[d] == 1) bits |= 1U << (d + kMostGridDimensions);
  }
  return GridSideSet(bits);
}

GridSideSet GridSideSet::all(std::size_t dimensions) {
  return GridSideSet((1U << dimensions) - 1).dimensions();
}

GridSides GridSideSet::sides() const {
  GridSides sides{};
  for (std::size_t d = 0; d < sides.size(); ++d) {
    const bool low = (unsigned{bits_} >> d & 1U) != 0;
    const bool high = (unsigned{bits_} >> (d + kMostGridDimensions) & 1U) != 0;
    sides[d] = static_cast<std::int8_t>(low ? -1 : high ? 1 : kNoSide);
  }
  return sides;
}

}  // namespace lull::analysis
