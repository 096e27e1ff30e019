// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Non-blocking MPI collectives: how long the completing calls wait for them.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string_view>

#include "support/reference/reference_analysis.hpp"
#include "support/reference/severities.hpp"
#include "support/reference/trace_model.hpp"

namespace lull::reference {

// The longest wait of a call for its non-blocking collectives.
struct CollectiveWait {
  std::string_view metric;
  std::int64_t time = 0;
  std::size_t place = 0;  // the completion's index among its location's events
};

struct NonBlockingWaits {
  std::map<InstanceId, CollectiveWait> longest;
  std::set<InstanceId> calls_with_more;  // that also complete other operations
};

[[nodiscard]] NonBlockingWaits analyse_non_blocking(const TraceModel& model,
                                                    const ReferenceOptions& options,
                                                    Severities& severities,
                                                    ReferenceResult& result);

void charge_non_blocking(const NonBlockingWaits& waits, Severities& severities);

}  // namespace lull::reference
