// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// All charge observers, in the order in which they receive a charge. Those that charge further
// severities come last: a severity is valid until something is added to its table.
#pragma once

#include <tuple>

#include "lull/analysis/charging/caused_charges.hpp"
#include "lull/analysis/charging/charted_waits.hpp"
#include "lull/analysis/charging/iteration_severities.hpp"
#include "lull/analysis/charging/kept_charges.hpp"
#include "lull/analysis/charging/outside_charges.hpp"
#include "lull/analysis/charging/severe_calls.hpp"
#include "lull/analysis/charging/severity_histograms.hpp"
#include "lull/analysis/charging/uncertain_charges.hpp"

namespace lull::analysis {

using ChargeObservers = std::tuple<SeverityHistograms,   // distribution of single severities
                                   SevereCalls,          // worst instances
                                   KeptCharges,          // single wait states
                                   IterationSeverities,  // severities by iteration
                                   ChartedWaits,         // map of the run
                                   OutsideCharges,       // severities outside of the focus
                                   CausedCharges,        // waiting caused, and the matrix of waits
                                   UncertainCharges>;    // errors of clocks

}  // namespace lull::analysis
