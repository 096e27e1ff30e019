// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/local/time_steps.hpp"

#include <map>
#include <mutex>
#include <utility>

namespace lull {

std::shared_ptr<const TimeSteps> shared_time_steps(const AllowedDeviation& allowed) {
  static std::mutex mutex;
  static std::map<std::pair<std::int64_t, double>, std::weak_ptr<const TimeSteps>> known;
  const std::scoped_lock lock(mutex);
  std::weak_ptr<const TimeSteps>& place = known[{allowed.absolute.ticks, allowed.relative}];
  std::shared_ptr<const TimeSteps> steps = place.lock();
  if (!steps) place = steps = std::make_shared<const TimeSteps>(allowed);
  return steps;
}

}  // namespace lull
