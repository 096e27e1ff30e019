// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Kinds of what a location does, for the map of the run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "lull/analysis/regions/region_class.hpp"

namespace lull::analysis {

enum class Activity : std::uint8_t {
  Computation,  // and whatever is none of the others
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
// Of the own time of a region. Bodies of parallel regions and loops compute.
[[nodiscard]] Activity activity_of(ProfileMetric metric);

}  // namespace lull::analysis
