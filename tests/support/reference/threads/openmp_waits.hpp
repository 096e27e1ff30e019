// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Waiting of OpenMP threads for tasks and for their turn in loops.
#pragma once

#include <cstdint>
#include <map>

#include "support/reference/severities.hpp"

namespace lull::reference {

// Returns, for each barrier, the time without a task while others continued to create tasks.
[[nodiscard]] std::map<InstanceId, std::int64_t> starved_barriers(const TraceModel& model);
void analyse_task_waits(const TraceModel& model, Severities& severities);
void analyse_ordered(const TraceModel& model, Severities& severities);

}  // namespace lull::reference
