// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "lull/analysis/events/operations.hpp"

namespace lull::analysis {

// Returns by how much a member leaves a blocking collective operation before a member that it
// depends on has begun, which is the clock error; not positive if there is none. Members of scans
// must be ordered by rank; representatives (keep_representatives) are sufficient.
[[nodiscard]] Duration reversal_of(std::span<const CollectiveMember> members, CollectiveKind kind,
                                   ProcessId root);

}  // namespace lull::analysis
