// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/charging/iteration_severities.hpp"

#include "lull/analysis/charging/charge_setup.hpp"

namespace lull::analysis {

void IterationSeverities::set_up(const ChargeSetup& setup) { borders_ = setup.iterations; }

}  // namespace lull::analysis
