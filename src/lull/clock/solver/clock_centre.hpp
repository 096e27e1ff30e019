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
// drift of a clock: seconds, and 100 ppm. An offset is that of the clock and the sum of the steps
// that it had made by then.
struct ClockConstraint {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  double gap = 0;  // seconds
  double x_from = 0;
  double x_to = 0;
  std::uint32_t steps_from = 0;
  std::uint32_t steps_to = 0;
};

struct ClockCentre {
  std::vector<double> offsets{};  // by clock; those of the first one are zero
  std::vector<double> drifts{};
  std::vector<std::vector<double>> steps{};  // by clock; seconds
  double least =
      0;  // seconds that all constraints leave, at least: negative if there is no solution
};

// Seconds; zero or less: it is violated.
[[nodiscard]] double left_by(const ClockConstraint& constraint, const ClockCentre& centre);

// The one point that maximises the product of what the constraints leave, with a normal prior on
// drifts and steps; without a solution one that violates them the least. Newton's method; as many
// rounds as there are digits, each of a sparse factorisation. `steps`: by clock, how many it makes;
// none is made where it is empty.
[[nodiscard]] ClockCentre centre_of(std::span<const ClockConstraint> constraints,
                                    std::size_t clocks, std::span<const std::size_t> steps = {});

}  // namespace lull
