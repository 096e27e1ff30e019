// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/run/activity.hpp"

#include <array>

namespace lull::analysis {

std::string_view name_of(Activity activity) {
  static constexpr std::array<std::string_view, kActivities> kNames{
      "computation", "MPI", "OpenMP", "threads", "OpenSHMEM", "file I/O", "accelerator"};
  return kNames.at(static_cast<std::size_t>(activity));
}

Activity activity_of(ProfileMetric metric) {
  if (metric >= ProfileMetric::Mpi && metric <= ProfileMetric::MpiIoCollective)
    return Activity::Mpi;
  if (metric >= ProfileMetric::OmpManagement && metric <= ProfileMetric::OmpFlush)
    return Activity::OpenMp;
  if (metric >= ProfileMetric::PthreadManagement && metric <= ProfileMetric::PthreadConditional)
    return Activity::Threads;
  if (metric >= ProfileMetric::Shmem && metric <= ProfileMetric::ShmemMemory)
    return Activity::Shmem;
  if (metric == ProfileMetric::Io) return Activity::Io;
  if (metric == ProfileMetric::Accelerator) return Activity::Accelerator;
  return Activity::Computation;
}

}  // namespace lull::analysis
