// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A cursor for traces with more locations than files may be open: reads many events ahead, packs
// them into a few bytes each, and gives the file back until they are used up. Attributes of events
// are not kept.
#pragma once

#include <cstddef>
#include <memory>

#include "lull/trace/cursor.hpp"

namespace lull {

// Reads up to `ahead` events at a time from `inner`.
[[nodiscard]] std::unique_ptr<EventCursor> make_stashed_cursor(std::unique_ptr<EventCursor> inner,
                                                               std::size_t ahead);

}  // namespace lull
