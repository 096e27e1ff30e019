// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Work that needs more stack than `ulimit -s` may leave: libraries that keep large tables there,
// and deep recursion.
#pragma once

#include <cstddef>
#include <functional>

namespace lull {

inline constexpr std::size_t kLargeStack = std::size_t{16} << 20U;

// Does the work in a thread of its own that has so many bytes of stack, and waits for it;
// exceptions come through. Where there can be no such thread it is one with less, at last this one.
// Costs the start of a thread; memory is taken as the stack grows.
void with_large_stack(const std::function<void()>& work, std::size_t size = kLargeStack);

}  // namespace lull
