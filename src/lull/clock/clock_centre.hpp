// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The analytic centre of what a set of constraints on clocks leaves.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lull {

// gap + a[to] - a[from] + b[to] * x_to - b[from] * x_from > 0, where a and b are the offset and the
// drift of a clock: seconds, and 100 ppm.
struct ClockConstraint {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  double gap = 0;  // seconds
  double x_from = 0;
  double x_to = 0;
};

struct ClockCentre {
  std::vector<double> offsets{};  // by clock; those of the first one are zero
  std::vector<double> drifts{};
  double least =
      0;  // seconds that all constraints leave, at least: negative if there is no solution
};

// The one point that maximises the product of what the constraints leave, with a normal prior on
// drifts; without a solution one that violates them the least. Newton's method; as many steps as
// there are digits, each of a sparse factorisation.
[[nodiscard]] ClockCentre centre_of(std::span<const ClockConstraint> constraints,
                                    std::size_t clocks);

}  // namespace lull
