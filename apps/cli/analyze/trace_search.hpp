// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The search of lull analyze: a trace with corrected clocks, and its analysis.
#pragma once

#include <cstdint>
#include <optional>

#include "cli/analyze/analyze.hpp"
#include "cli/analyze/shared_plugins.hpp"
#include "cli/asl/specified_patterns.hpp"
#include "cli/common/job.hpp"
#include "cli/inputs/iterations.hpp"
#include "lull/analysis/analysis.hpp"
#include "lull/clock/clock_correction.hpp"
#include "lull/clock/corrected_trace.hpp"

namespace lull::cli {

[[nodiscard]] std::uint64_t expected_events(const Definitions& definitions);
// Returns the number of threads in each process of the job.
[[nodiscard]] unsigned threads_of(const AnalyzeArguments& arguments, const Job& job);

class TraceSearch {
 public:
  // All arguments must outlive this object.
  TraceSearch(const AnalyzeArguments& arguments, const TraceSource& archive,
              const SharedPlugins& plugins, const SpecifiedPatterns& specified, Job& job)
      : arguments_(arguments),
        archive_(archive),
        plugins_(plugins),
        specified_(specified),
        job_(job) {}

  // Analyses the trace with these clocks. If some event violates the clock condition and the clocks
  // may be replaced, repeats the analysis with better clocks. Collective.
  void run(const ClockCorrection& correction);
  // Returns whether the clocks are chosen before the search.
  [[nodiscard]] static bool is_settled(const AnalyzeArguments& arguments) {
    return arguments.clocks != ClockWish::Auto || !arguments.plugins.empty() ||
           !arguments.specification.empty();
  }

  [[nodiscard]] analysis::Analysis& analysis() { return *analysis_; }
  [[nodiscard]] const ClockCorrection& correction() const { return correction_; }
  [[nodiscard]] const std::optional<FoundIterations>& iterations() const { return found_; }

 private:
  void take(ClockCorrection correction);
  void analyze();
  // Collective: only the first process knows the result, but all processes must act on it.
  [[nodiscard]] bool is_violated() const;

  const AnalyzeArguments& arguments_;
  const TraceSource& archive_;
  const SharedPlugins& plugins_;
  const SpecifiedPatterns& specified_;
  Job& job_;
  ClockCorrection correction_;
  std::optional<CorrectedTrace> trace_;
  std::optional<FoundIterations> found_;
  std::optional<analysis::Analysis> analysis_;
};

}  // namespace lull::cli
