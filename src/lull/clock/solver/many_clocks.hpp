// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The centre of many clocks: of the constraints that tie them most, and of those that this
// violates. Most follow from others, and the fewer there are the sparser are the equations.
#pragma once

#include <cstddef>
#include <span>

#include "lull/clock/solver/clock_centre.hpp"

namespace lull {

// As centre_of(), but with many clocks not to the last digit.
[[nodiscard]] ClockCentre centre_of_any(std::span<const ClockConstraint> constraints,
                                        std::size_t clocks,
                                        std::span<const std::size_t> steps = {});

}  // namespace lull
