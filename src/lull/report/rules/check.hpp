// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Checks a report against rules (check_rule.hpp).
//
// The value of a metric covers the call paths that the rule names and all call paths below them, or
// the whole program. "sum" is over the locations; the other functions are defined as in
// distribution.hpp. "%" refers to the total time if the metric is measured in seconds and the
// report has the metric time, or else to the root metric of its tree; always for the whole program.
// For functions of single locations, it refers to the mean over locations. Shares of time exclude
// time outside the focus, if the report records it, both in the value and in the total. A change is
// the value minus the baseline's value, and "%" refers to the baseline's value. A call path that
// the baseline lacks is zero there. If a value is not a number, the rule fails.
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
  std::string reason;  // why the rule was skipped
  MetricId metric;     // undefined if the rule was skipped
  double value = 0;    // compared with the limit, both in `unit`
  double limit = 0;
  std::string unit;              // the metric's, "%", or "" for a ratio
  double now = 0;                // value in the report, in the metric's unit
  std::optional<double> before;  // value in the baseline
  std::string worst_call_path;   // for a failed rule; empty if no call path stands out
  double worst_value = 0;        // its exclusive value or change, in the metric's unit
  std::string location;          // location with the minimum or maximum
  bool is_share = false;         // `value` is a share of time
  double seconds = 0;            // the time of the share
};

struct LocatedMistake {
  RuleText source;
  RuleMistake mistake;
};

struct CheckResult {
  std::vector<CheckOutcome> outcomes;    // indexed by rule, if there are no mistakes
  std::vector<LocatedMistake> mistakes;  // unknown metrics, unsuitable units, …

  [[nodiscard]] std::size_t count(CheckOutcome::State state) const;
};

// `baseline` may be null. `focused` is the report restricted to its focus; it may be null, too.
[[nodiscard]] CheckResult check(const Report& report, const Report* baseline,
                                std::span<const CheckRule> rules, const Report* focused = nullptr);

}  // namespace lull::report
