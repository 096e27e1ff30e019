// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A report as Python has it: one of an analysis may have each wait state, too.
#pragma once

#include <pybind11/numpy.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "common/module.hpp"
#include "lull/analysis/results/tables/severe_instances.hpp"
#include "lull/report/model/report.hpp"

namespace lull::python {

// Each wait state a row, in the order of their begins; numbers are those of the report's tables.
struct WaitStates {
  std::vector<std::uint32_t> metric;
  std::vector<std::uint32_t> callpath;
  std::vector<std::uint32_t> location;
  std::vector<std::uint64_t> begin;
  std::vector<std::int64_t> duration;
  std::vector<std::int64_t> causing_location;
  std::vector<std::int64_t> causing_callpath;
};

struct PythonReport : report::Report {
  PythonReport() = default;
  explicit PythonReport(report::Report&& report) : report::Report(std::move(report)) {}

  std::shared_ptr<const WaitStates> wait_states;  // null: not kept
};

[[nodiscard]] WaitStates as_columns(const analysis::SevereFindings& findings);

// The worst instances and the statistics of all, as the report tells them; in Python's words.
[[nodiscard]] py::list instances_in(const PythonReport& report);
[[nodiscard]] py::dict statistics_in(const PythonReport& report);
using PathChoice = std::variant<std::int64_t, std::string>;

// Arrays [iteration, location] and [iteration + 1, location]; the path is None, a number or a name.
// Throw Error (input, usage), KeyError and IndexError.
[[nodiscard]] py::array iterations_in(const PythonReport& report, const std::string& metric,
                                      const std::optional<PathChoice>& path);
[[nodiscard]] py::array iteration_borders_in(const PythonReport& report);
// Pairs of processes, or nodes, as columns, with their names. Throws Error (input, usage),
// KeyError.
[[nodiscard]] py::dict matrix_in(const PythonReport& report,
                                 const std::optional<std::string>& metric, bool by_node);
// The same of who makes others wait.
[[nodiscard]] py::dict causers_in(const PythonReport& report,
                                  const std::optional<std::string>& metric);
// Throws Error (input) when the report has none.
[[nodiscard]] py::dict run_map_in(const PythonReport& report);
// A copy, as arrays. Throws Error (usage) when they were not kept.
[[nodiscard]] py::dict wait_states_in(const PythonReport& report);

}  // namespace lull::python
