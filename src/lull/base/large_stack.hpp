// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Work that needs more stack than `ulimit -s` may leave: libraries that keep large tables there.
#pragma once

#include <functional>

namespace lull {

// Does the work in a thread of its own that has 16 MiB of stack, and waits for it; exceptions come
// through. Where there can be no such thread it is done in this one. Costs the start of a thread.
void with_large_stack(const std::function<void()>& work);

}  // namespace lull
