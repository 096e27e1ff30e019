// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// MPI one-sided communication with locks: waiting for a lock, and for a target's progress.
#pragma once

#include "support/reference/mpi/window_history.hpp"
#include "support/reference/severities.hpp"

namespace lull::reference {

void analyse_locks(const TraceModel& model, const WindowHistory& window, Severities& severities);

}  // namespace lull::reference
