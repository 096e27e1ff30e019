// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Runs work that may need more stack than `ulimit -s` allows: deep recursion, and libraries that
// keep large tables on the stack.
#pragma once

#include <cstddef>
#include <functional>

namespace lull {

inline constexpr std::size_t kLargeStack = std::size_t{16} << 20U;

// Runs the work in a new thread with a stack of `size` bytes and waits for it; exceptions
// propagate. If the system refuses such a thread, tries smaller stacks, and finally runs the work
// on this thread. Stack memory is committed only as it is used.
void with_large_stack(const std::function<void()>& work, std::size_t size = kLargeStack);

}  // namespace lull
