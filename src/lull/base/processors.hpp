// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// How many threads are worth while.
#pragma once

#include <algorithm>
#include <thread>

namespace lull {

// As many as are wished; where that is zero, all processors'.
[[nodiscard]] inline unsigned threads_or_all(unsigned wished) {
  return wished > 0 ? wished : std::max(1u, std::thread::hardware_concurrency());
}

}  // namespace lull
