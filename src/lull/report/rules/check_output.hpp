// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What lull check tells: as text, as JSON, and as JUnit's XML, which continuous integration shows.
//
// JSON, one object: format "lull-check", version 1, report, baseline (null without), passed,
// rules [{name, rule, file and line (null on the command line), state "passed" | "failed" |
// "skipped", reason (of what is skipped), metric, call_path, aggregate, relation, value, limit and
// unit (what was compared: the metric's unit, "%" or "" for a ratio), change, now and before (in
// the metric's unit), worst_call_path, worst_value, location}]. Numbers that JSON does not have are
// null.
#pragma once

#include <string>
#include <vector>

#include "lull/report/rules/check.hpp"
#include "lull/report/run/focus.hpp"
#include "lull/report/show/tree_table.hpp"

namespace lull::report {

// What was checked: file names, rules and their outcomes, in the same order.
struct CheckedReport {
  std::string name;
  std::string baseline;  // empty: none
  const Report& report;
  const std::vector<CheckRule>& rules;
  const CheckResult& result;
  Focus focus{};  // that shares of time are of
};

[[nodiscard]] std::string check_text(const CheckedReport& checked, const TableStyle& style);
[[nodiscard]] std::string check_json(const CheckedReport& checked);
// One test suite; each rule is a test case.
[[nodiscard]] std::string check_junit(const CheckedReport& checked);

}  // namespace lull::report
