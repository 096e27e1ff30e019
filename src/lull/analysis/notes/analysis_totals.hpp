// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What an analysis says about its trace as a whole.
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
  Timestamp first = kEndOfTime;      // event of a thread of a process, and the last one
  Timestamp last;

  AnalysisTotals& operator+=(const AnalysisTotals& other);
};

// Collective: on the first process the totals of all become its own.
void gather(Partners& partners, AnalysisTotals& totals);

}  // namespace lull::analysis
