// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Work that several threads do together, each taking what comes next. As many as wanted, or as the
// system gives: where memory or the number of processes is limited, it refuses threads.
#pragma once

#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace lull {

// Threads that run work(0), work(1), …: `count` of them, or fewer when the system refuses one.
[[nodiscard]] std::vector<std::thread> start_threads(std::size_t count,
                                                     const std::function<void(std::size_t)>& work);

// Runs work() on this thread and on up to `threads` - 1 more, and returns when all have ended. The
// first exception is thrown here; the others go on.
void run_on_threads(std::size_t threads, const std::function<void()>& work);

}  // namespace lull
