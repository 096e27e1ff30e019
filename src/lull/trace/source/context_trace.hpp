// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Presents a trace with unwound call stacks (Score-P with unwinding or sampling, lo2s) as one with
// Enter and Leave events. An event of a calling context C with unwind distance u describes the
// calls since the location's previous event. Let K be the context max(u, 1) - 1 levels above C. The
// call K continues; calls that were open below K have been left, and calls between K and C are new.
//
// - Left calls end at the previous event, new ones begin at this one: so the time in between
//   belongs to K. If the event is a sample, new calls also begin at the previous event: the time
//   belongs to the sample's context.
// - Calls are identified by the regions of their contexts: lines change during a call.
// - After a Leave, its parent continues. Calls that no later event contains were left.
//
// Everything else is unchanged. Where a location has plain Enter and Leave events, samples are
// ignored, as they do not describe nesting.
#pragma once

#include <memory>

#include "lull/trace/source/cursor.hpp"

namespace lull {

// Returns the trace unchanged if none of its locations begins with calling-context events.
[[nodiscard]] std::unique_ptr<TraceSource> with_called_regions(std::unique_ptr<TraceSource> source);

}  // namespace lull
