// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Follows the events of one process, in their order, and works out instances, teams and what time
// belongs to. Part of load_trace.
#pragma once

#include "support/reference/trace_model.hpp"

namespace lull::reference {

// The model's events, order and process spans must be there.
void follow_process(TraceModel& model, ProcessId process);

}  // namespace lull::reference
