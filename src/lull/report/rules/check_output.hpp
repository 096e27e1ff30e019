// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The output of lull check: as text, as JSON, and as JUnit XML for continuous integration.
//
// JSON, one object: format "lull-check", version 1, report, baseline (null if none), passed, rules
// [{name, rule, file and line (null on the command line), state "passed" | "failed" | "skipped",
// reason (why it was skipped), metric, call_path, aggregate, relation, value, limit and unit (of
// the comparison: the metric's unit, "%" or "" for a ratio), change, now and before (in the
// metric's unit), worst_call_path, worst_value, location}]. Numbers that JSON cannot express are
// null.
#pragma once

#include <string>
#include <vector>

#include "lull/report/rules/check.hpp"
#include "lull/report/run/focus.hpp"
#include "lull/report/show/tree_table.hpp"

namespace lull::report {

// The inputs of a check: file names, rules and their outcomes, in the same order.
struct CheckedReport {
  std::string name;
  std::string baseline;  // empty: none
  const Report& report;
  const std::vector<CheckRule>& rules;
  const CheckResult& result;
  Focus focus{};  // the part of the run that shares of time refer to
};

[[nodiscard]] std::string check_text(const CheckedReport& checked, const TableStyle& style);
[[nodiscard]] std::string check_json(const CheckedReport& checked);
// Returns one test suite; each rule is a test case.
[[nodiscard]] std::string check_junit(const CheckedReport& checked);

}  // namespace lull::report
