// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The search of lull analyze: a trace on the clocks that are taken, and the analysis of it.
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
// Of each process of the job.
[[nodiscard]] unsigned threads_of(const AnalyzeArguments& arguments, const Job& job);

class TraceSearch {
 public:
  // All must outlive this.
  TraceSearch(const AnalyzeArguments& arguments, const TraceSource& archive,
              const SharedPlugins& plugins, const SpecifiedPatterns& specified, Job& job)
      : arguments_(arguments),
        archive_(archive),
        plugins_(plugins),
        specified_(specified),
        job_(job) {}

  // On these clocks; once more on better ones if something violates them and they may be replaced.
  // Collective.
  void run(const ClockCorrection& correction);
  // Whether the clocks are chosen before anything is searched.
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
  // Only the first process knows; all must do the same.
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
