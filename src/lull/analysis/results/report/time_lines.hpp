// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What the participants of the worst instances did around that time: their events are read a second
// time, from the marks that the replay left.
#pragma once

#include <cstdint>

#include "lull/analysis/results/tables/severe_instances.hpp"
#include "lull/report/model/instances.hpp"

namespace lull::analysis {

enum class TimeLines {
  None,
  Some,  // as many as can be read in a small part of the time that the search takes
  All
};

// The instances with their time lines; on the first process, others get only their own. Uses the
// analysis's cursors. Collective.
[[nodiscard]] report::Instances with_time_lines(const Analysis& analysis,
                                                const SevereFindings& findings, TimeLines wanted);

}  // namespace lull::analysis
