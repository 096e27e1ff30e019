// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Analyses a textual trace, and provides all notes besides severities.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "support/engine_values.hpp"
#include "support/text/text_trace.hpp"

namespace lull::analysis {

class TextAnalysis {
 public:
  explicit TextAnalysis(std::string_view text, AnalysisOptions options = {})
      : text_(support::parse_text_trace(text)),
        analysis_(*text_.trace, patterns::make_patterns, std::move(options)) {
    run();
  }
  // `change` modifies the trace in ways that the text cannot express.
  template <class Change>
  TextAnalysis(std::string_view text, Change change)
      : text_(changed(support::parse_text_trace(text), change)),
        analysis_(*text_.trace, patterns::make_patterns, {}) {
    run();
  }

  [[nodiscard]] const MatchingNotes& notes() const { return analysis_.notes(); }
  [[nodiscard]] std::uint64_t count(DataDefect defect) const { return analysis_.defects()[defect]; }
  [[nodiscard]] std::uint64_t count(NestingFault fault) const { return analysis_.nesting()[fault]; }
  [[nodiscard]] const Analysis& analysis() const { return analysis_; }
  [[nodiscard]] const report::Report& report() const { return report_; }
  [[nodiscard]] const Definitions& definitions() const { return text_.trace->definitions(); }

  // Ticks or a plain number, for one call path on one location.
  [[nodiscard]] std::int64_t at(const std::string& metric, const std::string& path,
                                std::size_t location) const {
    const auto found = values_.find(metric);
    if (found == values_.end()) return 0;
    const auto value = found->second.find({path, LocationId(location)});
    return value == found->second.end() ? 0 : value->second;
  }
  [[nodiscard]] std::int64_t total(const std::string& metric) const {
    std::int64_t sum = 0;
    if (const auto found = values_.find(metric); found != values_.end())
      for (const auto& [place, value] : found->second) sum += value;
    return sum;
  }

 private:
  template <class Change>
  static support::TextTrace changed(support::TextTrace text, Change change) {
    change(*text.trace);
    return text;
  }
  void run() {
    analysis_.run();
    report_ = build_report(analysis_);
    support::expect_fitting_metrics(report_);
    values_ = support::values_of(report_, definitions().clock.ticks_per_second);
  }

  support::TextTrace text_;
  Analysis analysis_;
  report::Report report_;
  support::Values values_;
};

}  // namespace lull::analysis
