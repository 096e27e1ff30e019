// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/run/iterations.hpp"

#include <cmath>

#include "analysis/reports.hpp"
#include "common/numpy_access.hpp"
#include "lull/base/error.hpp"
#include "lull/report/model/selection.hpp"

namespace lull::python {
namespace {

// `path`: None, the number of a call path, or a name as in `lull show --call`.
report::CallPathSet call_paths_of(const PythonReport& report,
                                  const std::optional<PathChoice>& path) {
  if (!path) return {};
  if (const auto* name = std::get_if<std::string>(&*path))
    return report::select_call_paths(report, *name);
  const auto index = std::get<std::int64_t>(*path);
  if (index < 0 || static_cast<std::uint64_t>(index) >= report.call_paths.size())
    throw py::index_error("the report has no such call path");
  report::CallPathSet roots(report.call_paths.size());
  roots[static_cast<std::size_t>(index)] = true;
  return report::with_subtrees(report, std::move(roots));
}

report::Iterations found_iterations(const PythonReport& report) {
  report::Iterations iterations = report::iterations_of(report);
  if (iterations.empty()) throw input_error("{}", report::kNoIterations);
  return iterations;
}

}  // namespace

py::array iterations_in(const PythonReport& report, const std::string& name,
                        const std::optional<PathChoice>& path) {
  const auto metric = report.find_metric(name);
  if (!metric) throw py::key_error("the report has no metric '" + name + "'");
  const report::Iterations iterations = found_iterations(report);
  const report::CallPathSet only = call_paths_of(report, path);
  report::require_iterations(report, iterations, *metric, only);
  const auto matrix = report::iteration_matrix(report, iterations, *metric, only);
  find_numpy();
  py::array_t<double> array({matrix.size(), report.locations.size()});
  auto cells = array.mutable_unchecked<2>();
  for (std::size_t i = 0; i < matrix.size(); ++i)
    for (std::size_t k = 0; k < matrix[i].size(); ++k)
      cells(static_cast<py::ssize_t>(i), static_cast<py::ssize_t>(k)) = matrix[i][k];
  return array;
}

py::array iteration_borders_in(const PythonReport& report) {
  const report::Iterations iterations = found_iterations(report);
  const auto rows = static_cast<std::size_t>(iterations.iterations) + 1;
  find_numpy();
  py::array_t<double> array({rows, report.locations.size()});
  auto cells = array.mutable_unchecked<2>();
  for (py::ssize_t i = 0; i < cells.shape(0); ++i)
    for (py::ssize_t k = 0; k < cells.shape(1); ++k) cells(i, k) = std::nan("");
  for (const report::Iterations::Borders& borders : iterations.borders)
    for (std::size_t i = 0; i < rows; ++i)
      cells(static_cast<py::ssize_t>(i), static_cast<py::ssize_t>(borders.location.index())) =
          borders.times[i];
  return array;
}

}  // namespace lull::python
