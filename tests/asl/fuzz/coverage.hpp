// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Counts the edges of the tested code that an input executes: that code is compiled to call
// __sanitizer_cov_trace_pc at each block.
#pragma once

#include <cstddef>

namespace lull::fuzz {

// Starts counting edges for a new input.
void begin_coverage();
// Returns how many edges, or execution counts (1, 2, 3, 4-7, 8-15, ...), are new with this input.
[[nodiscard]] std::size_t new_coverage();
[[nodiscard]] std::size_t edges_so_far();

}  // namespace lull::fuzz
