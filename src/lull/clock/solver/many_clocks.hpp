// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The centre for many clocks: uses the tightest constraints, then adds those that the result
// violates. Most constraints follow from others, and with fewer of them the equations are sparser.
#pragma once

#include <cstddef>
#include <span>

#include "lull/clock/solver/clock_centre.hpp"

namespace lull {

// Like centre_of(), but approximate for many clocks.
[[nodiscard]] ClockCentre centre_of_any(std::span<const ClockConstraint> constraints,
                                        std::size_t clocks,
                                        std::span<const std::size_t> steps = {});

}  // namespace lull
