// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The number of threads to use.
#pragma once

#include <algorithm>
#include <thread>

namespace lull {

// Returns the requested number, or the number of processors if it is zero.
[[nodiscard]] inline unsigned threads_or_all(unsigned wished) {
  return wished > 0 ? wished : std::max(1u, std::thread::hardware_concurrency());
}

}  // namespace lull
