// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Kinds of activities of a location, for the map of the run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "lull/analysis/regions/region_class.hpp"

namespace lull::analysis {

enum class Activity : std::uint8_t {
  Computation,  // and everything else
  Mpi,
  OpenMp,
  Threads,
  Shmem,
  Io,
  Accelerator,
  Count
};
inline constexpr std::size_t kActivities = static_cast<std::size_t>(Activity::Count);

[[nodiscard]] std::string_view name_of(Activity activity);
// Returns the activity of a region's own time. Bodies of parallel regions and loops are
// computation.
[[nodiscard]] Activity activity_of(ProfileMetric metric);

}  // namespace lull::analysis
