// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Totals of an analysis for the whole trace.
#pragma once

#include <string>
#include <vector>

#include "lull/analysis/distribution/partners.hpp"
#include "lull/analysis/notes/data_defects.hpp"
#include "lull/analysis/notes/matching_notes.hpp"
#include "lull/trace/rules/nesting.hpp"

namespace lull::analysis {

struct AnalysisTotals {
  MatchingNotes notes;
  DataDefects defects;
  NestingFaults nesting;
  std::vector<std::string> damages;  // sentences
  Timestamp first = kEndOfTime;  // times of the first and the last event on any thread of a process
  Timestamp last;

  AnalysisTotals& operator+=(const AnalysisTotals& other);
};

// Collective: adds up the totals of all processes on the first process.
void gather(Partners& partners, AnalysisTotals& totals);

}  // namespace lull::analysis
