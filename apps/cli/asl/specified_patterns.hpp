// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The patterns of specifications (`lull analyze --patterns`): what they charge in a trace, for the
// analysis to charge again.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "lull/analysis/analysis.hpp"
#include "lull/asl/charging/charges.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull::cli {

// What there is for a metric to be a part of: all metrics by their unique names.
[[nodiscard]] asl::MetricParents metrics_of(const analysis::PatternFactory& patterns);
[[nodiscard]] std::set<std::string> names_of(const asl::MetricParents& metrics);

// Each metric has a name of its own, and its parent is among these or before it.
void check_metrics(const asl::Program& program, std::set<std::string> known,
                   asl::Diagnostics& diagnostics);

class SpecifiedPatterns {
 public:
  // Checks the specification, and searches the trace for its patterns. Prints mistakes, and throws
  // Error if there are any.
  void search(const std::string& file, const asl::MetricParents& known_metrics,
              const asl::OpenSource& open, const std::string& archive,
              const std::function<void(std::uint64_t)>& progress);

  // These outlive the analysis.
  void add_to(analysis::AnalysisOptions& options) const;
  [[nodiscard]] analysis::PatternFactory with(analysis::PatternFactory patterns) const;
  [[nodiscard]] const std::vector<std::string>& remarks() const { return charges_.remarks; }
  // Prints what went wrong while the trace was searched; throws Error if something did.
  void tell_errors() const;

 private:
  bool any_ = false;
  asl::Charges charges_;
  std::vector<std::string> errors_;
};

}  // namespace lull::cli
