// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A report in Python; the report of an analysis may include each wait-state instance.
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

// Wait-state instances as rows, ordered by their start; numbers are indices of the report's
// tables.
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

// Return the most severe instances, and statistics of all, from the report's member as Python
// objects.
[[nodiscard]] py::list instances_in(const PythonReport& report);
[[nodiscard]] py::dict statistics_in(const PythonReport& report);
using PathChoice = std::variant<std::int64_t, std::string>;

// Return arrays [iteration, location] and [iteration + 1, location]; the path is None, a number or
// a name. Throw Error (input, usage), KeyError and IndexError.
[[nodiscard]] py::array iterations_in(const PythonReport& report, const std::string& metric,
                                      const std::optional<PathChoice>& path);
[[nodiscard]] py::array iteration_borders_in(const PythonReport& report);
// Returns pairs of processes or nodes as columns, with their names. Throws Error (input, usage),
// KeyError.
[[nodiscard]] py::dict matrix_in(const PythonReport& report,
                                 const std::optional<std::string>& metric, bool by_node);
// Returns the causers of waiting in the same way.
[[nodiscard]] py::dict causers_in(const PythonReport& report,
                                  const std::optional<std::string>& metric);
// Throws Error (input) if the report has none.
[[nodiscard]] py::dict run_map_in(const PythonReport& report);
// Returns a copy, as arrays. Throws Error (usage) if they were not kept.
[[nodiscard]] py::dict wait_states_in(const PythonReport& report);

}  // namespace lull::python
