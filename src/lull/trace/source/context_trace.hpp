// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A trace whose recorder unwound the stack (Score-P with unwinding or sampling, lo2s), as one of
// Enter and Leave: for all who ask where time goes. An event of a calling context C with unwind
// distance u says what the location has called since the event before. K, max(u, 1) - 1 steps up
// from C, is a call that goes on; what was open below it was left, what is between it and C is new.
//
// - What was left was left at the event before, and what is new was entered now: so the time in
//   between is K's. Where the event is a sample, it was entered at the event before, too: the time
//   is that of the sample's own context.
// - Which call a context means is told by its regions: lines change while a call goes on.
// - After a Leave, its parent goes on. What nothing tells of any more was left.
//
// Everything else is as it was. Where a location has plain Enter and Leave events, samples are
// passed over, as they tell nothing of nesting.
#pragma once

#include <memory>

#include "lull/trace/source/cursor.hpp"

namespace lull {

// The same trace where none of its locations begins with events of calling contexts.
[[nodiscard]] std::unique_ptr<TraceSource> with_called_regions(std::unique_ptr<TraceSource> source);

}  // namespace lull
