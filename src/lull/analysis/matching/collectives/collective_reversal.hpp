// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "lull/analysis/events/operations.hpp"

namespace lull::analysis {

// By how much somebody leaves a blocking collective operation before somebody has begun it for whom
// it had to wait: clocks are wrong by as much. Not positive: nobody does. Scans in order of ranks;
// representatives (keep_representatives) say as much as all members.
[[nodiscard]] Duration reversal_of(std::span<const CollectiveMember> members, CollectiveKind kind,
                                   ProcessId root);

}  // namespace lull::analysis
