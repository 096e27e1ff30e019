// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Runs work on several threads that each take the next item. Uses fewer threads than requested if
// the system refuses them (limits on memory or processes).
#pragma once

#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace lull {

// Starts threads that run work(0), work(1), …: `count` of them, or fewer if the system refuses.
[[nodiscard]] std::vector<std::thread> start_threads(std::size_t count,
                                                     const std::function<void(std::size_t)>& work);

// Runs work() on this thread and on up to `threads` - 1 more, and returns when all have ended.
// Rethrows the first exception; the other threads continue.
void run_on_threads(std::size_t threads, const std::function<void()>& work);

}  // namespace lull
