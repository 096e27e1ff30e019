// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The analytic centre of a set of constraints on clocks.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lull {

// gap + a[to] - a[from] + b[to] * x_to - b[from] * x_from > 0, where a and b are the offset and the
// drift of a clock, in seconds and units of 100 ppm. An offset includes the clock's steps so far.
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
  std::vector<double> offsets{};  // indexed by clock; zero for the first
  std::vector<double> drifts{};
  std::vector<std::vector<double>> steps{};  // indexed by clock; seconds
  double least = 0;  // smallest margin of a constraint, in seconds; negative: infeasible
};

// Returns the margin of a constraint in seconds; zero or less if it is violated.
[[nodiscard]] double left_by(const ClockConstraint& constraint, const ClockCentre& centre);

// Returns the unique point that maximises the product of all margins, with a normal prior on drifts
// and steps; if infeasible, a point with minimal violation. Newton's method with a sparse
// factorisation per iteration; their number grows with the digits required. `steps`: the number of
// steps of each clock; empty for none.
[[nodiscard]] ClockCentre centre_of(std::span<const ClockConstraint> constraints,
                                    std::size_t clocks, std::span<const std::size_t> steps = {});

}  // namespace lull
