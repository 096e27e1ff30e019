// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Which edges of the code that is tested an input has passed: that code is compiled to call
// __sanitizer_cov_trace_pc at each of its blocks.
#pragma once

#include <cstddef>

namespace lull::fuzz {

// From here on edges are counted for a new input.
void begin_coverage();
// How many edges, or numbers of passes (1, 2, 3, 4-7, 8-15, ...), the input was the first to show.
[[nodiscard]] std::size_t new_coverage();
[[nodiscard]] std::size_t edges_so_far();

}  // namespace lull::fuzz
