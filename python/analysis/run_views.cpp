// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Views of a report in addition to its values: communication, causers of waiting, and activity over
// time.
#include <algorithm>

#include "analysis/reports.hpp"
#include "common/columns.hpp"
#include "lull/base/error.hpp"
#include "lull/report/model/causers.hpp"
#include "lull/report/run/matrix_pairs.hpp"
#include "lull/report/run/run_map.hpp"

namespace lull::python {
namespace {

report::MetricId metric_or_all(const PythonReport& report, const std::optional<std::string>& name) {
  if (!name) return {};
  const auto metric = report.find_metric(*name);
  if (!metric) throw py::key_error("the report has no metric '" + *name + "'");
  return *metric;
}

// Returns the shares of a plane, by row and piece.
py::array_t<double> shares_of(const report::RunMap& map, const report::RunMap::Plane& plane,
                              std::size_t rows) {
  find_numpy();
  py::array_t<double> shares({rows, static_cast<std::size_t>(map.pieces)});
  std::fill_n(shares.mutable_data(), shares.size(), 0.0);
  auto cells = shares.mutable_unchecked<2>();
  for (const report::RunMap::Row& row : plane.rows)
    for (std::size_t i = 0; i < row.shares.size(); ++i)
      cells(static_cast<py::ssize_t>(row.number), static_cast<py::ssize_t>(i)) =
          report::share_of_text(row.shares[i]) / report::kWholeShare;
  return shares;
}

}  // namespace

py::dict matrix_in(const PythonReport& report, const std::optional<std::string>& metric,
                   bool by_node) {
  report::MatrixOptions options;
  options.metric = metric_or_all(report, metric);
  options.by_node = by_node;
  const report::MatrixPairs table = matrix_pairs(report, options);
  const auto column = [&table](auto field) {
    std::vector<std::remove_cvref_t<decltype(table.pairs.front().*field)>> values;
    values.reserve(table.pairs.size());
    for (const report::MatrixPair& pair : table.pairs) values.push_back(pair.*field);
    return array_of(std::move(values));
  };
  py::dict found;
  found["names"] = table.names;
  found["source"] = column(&report::MatrixPair::from);
  found["destination"] = column(&report::MatrixPair::to);
  found["messages"] = column(&report::MatrixPair::messages);
  found["bytes"] = column(&report::MatrixPair::bytes);
  found["time"] = column(&report::MatrixPair::seconds);
  found["waits"] = column(&report::MatrixPair::waits);
  found["waiting"] = column(&report::MatrixPair::waiting);
  return found;
}

py::dict causers_in(const PythonReport& report, const std::optional<std::string>& metric) {
  const auto causers = causers_of(report, metric_or_all(report, metric));
  std::vector<std::uint32_t> locations;
  std::vector<std::uint32_t> paths;
  std::vector<double> waiting;
  for (const report::Causer& causer : causers) {
    locations.push_back(causer.location.value);
    paths.push_back(causer.call_path.value);
    waiting.push_back(causer.seconds);
  }
  py::dict found;
  found["location"] = array_of(std::move(locations));
  found["callpath"] = array_of(std::move(paths));
  found["waiting"] = array_of(std::move(waiting));
  return found;
}

py::dict run_map_in(const PythonReport& report) {
  const report::RunMap map = map_of(report);
  if (map.empty())
    throw input_error("the report has no map of the run; reports of lull analyze do");
  const std::size_t rows =
      report.locations.empty() ? 0 : (report.locations.size() - 1) / map.locations_of_row + 1;
  py::dict planes;
  for (const report::RunMap::Plane& plane : map.planes) {
    const std::string name =
        plane.activity.empty() ? report.metrics[plane.metric.index()].unique_name : plane.activity;
    planes[py::str(name)] = shares_of(map, plane, rows);
  }
  py::dict found;
  found["begin"] = map.begin;
  found["piece"] = map.piece;
  found["locations_of_row"] = map.locations_of_row;
  found["shares"] = planes;
  return found;
}

}  // namespace lull::python
