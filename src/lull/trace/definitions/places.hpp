// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The names of locations, times and regions in messages about a trace.
#pragma once

#include <string>

#include "lull/base/time.hpp"
#include "lull/trace/definitions/definitions.hpp"

namespace lull {

// Returns, for example, "location 3 (MPI Rank 1, Master thread)".
[[nodiscard]] std::string place_of(const Definitions& definitions, LocationId location);
// Returns the time since `zero`, for example "at 0.012345 s".
[[nodiscard]] std::string moment_of(const Definitions& definitions, Timestamp time, Timestamp zero);
// Returns the region's name in quotation marks, or "an undefined region".
[[nodiscard]] std::string name_of(const Definitions& definitions, RegionId region);

}  // namespace lull
