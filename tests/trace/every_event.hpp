// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A trace of one location that contains each kind of event once, in the order of EventBody, and the
// names by which otf2-print lists them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lull/trace/source/memory_trace.hpp"

namespace lull::support {

// Returns a trace of all events but UnknownEvent. Times are 10, 20, 30, …
[[nodiscard]] std::unique_ptr<MemoryTrace> trace_of_every_event();

[[nodiscard]] const std::vector<std::string>& names_of_every_event();

}  // namespace lull::support
