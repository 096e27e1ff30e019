// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Time lines of the participants of the worst instances: their events are read again, starting at
// the marks of the replay.
#pragma once

#include <cstdint>

#include "lull/analysis/results/tables/severe_instances.hpp"
#include "lull/report/model/instances.hpp"

namespace lull::analysis {

enum class TimeLines {
  None,
  Some,  // as many as can be read in a small part of the search time
  All
};

// Returns the instances with their time lines; complete on the first process, while other processes
// get only their own. Uses the analysis's cursors. Collective.
[[nodiscard]] report::Instances with_time_lines(const Analysis& analysis,
                                                const SevereFindings& findings, TimeLines wanted);

}  // namespace lull::analysis
