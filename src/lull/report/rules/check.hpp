// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Holds a report against rules (check_rule.hpp).
//
// The value of a metric is that of the call paths that the rule names and all below them, or of the
// whole program; "sum" over the locations, others as in distribution.hpp. "%" is of the total time,
// when the metric is measured in seconds and the report has the metric time, or else of the root
// metric of its tree; always of the whole program; for functions of single locations of the mean
// over locations. Shares of time are those within the focus, as far as the report knows it: neither
// what is measured nor the time has what lies outside. A change is the value less that of the
// baseline, "%" of the latter; a call path that the baseline does not have is zero there. A value
// that is not a number fails.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lull/report/model/report.hpp"
#include "lull/report/rules/check_rule.hpp"

namespace lull::report {

struct CheckOutcome {
  enum class State { Passed, Failed, Skipped };
  State state = State::Skipped;
  std::string reason;  // of what is skipped
  MetricId metric;     // undefined when skipped
  double value = 0;    // compared with the limit, both in `unit`
  double limit = 0;
  std::string unit;              // the metric's, "%", or "" for a ratio
  double now = 0;                // of the report, in the metric's unit
  std::optional<double> before;  // of the baseline
  std::string worst_call_path;   // of what failed, empty where none stands out
  double worst_value = 0;        // its exclusive value or change, in the metric's unit
  std::string location;          // that has the minimum or maximum
  bool is_share = false;         // `value` is a share of time
  double seconds = 0;            // that it took
};

struct LocatedMistake {
  RuleText source;
  RuleMistake mistake;
};

struct CheckResult {
  std::vector<CheckOutcome> outcomes;    // by rule, when there are no mistakes
  std::vector<LocatedMistake> mistakes;  // metrics that are not there, units that do not fit, …

  [[nodiscard]] std::size_t count(CheckOutcome::State state) const;
};

// `baseline` may be null, and so may `focused`: the report within its focus.
[[nodiscard]] CheckResult check(const Report& report, const Report* baseline,
                                std::span<const CheckRule> rules, const Report* focused = nullptr);

}  // namespace lull::report
