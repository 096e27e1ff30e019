// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The patterns of an ASL specification (`lull analyze --patterns`). Keeps the charges collected
// from a trace until the analysis applies them.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "lull/analysis/analysis.hpp"
#include "lull/asl/charging/charges.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull::cli {

// Returns the possible parents of a metric: all metrics, by their unique names.
[[nodiscard]] asl::MetricParents metrics_of(const analysis::PatternFactory& patterns);
[[nodiscard]] std::set<std::string> names_of(const asl::MetricParents& metrics);

// Checks that metric names are unique and that each parent is known or precedes the metric.
void check_metrics(const asl::Program& program, std::set<std::string> known,
                   asl::Diagnostics& diagnostics);

class SpecifiedPatterns {
 public:
  // Checks the specification and searches the trace for its patterns. Prints mistakes, and throws
  // Error if there are any.
  void search(const std::string& file, const asl::MetricParents& known_metrics,
              const asl::OpenSource& open, const std::string& archive,
              const std::function<void(std::uint64_t)>& progress);

  // This object must outlive the analysis.
  void add_to(analysis::AnalysisOptions& options) const;
  [[nodiscard]] analysis::PatternFactory with(analysis::PatternFactory patterns) const;
  [[nodiscard]] const std::vector<std::string>& remarks() const { return charges_.remarks; }
  // Prints the errors of the search; throws Error if there were any.
  void print_errors() const;

 private:
  bool any_ = false;
  asl::Charges charges_;
  std::vector<std::string> errors_;
};

}  // namespace lull::cli
