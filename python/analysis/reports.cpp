// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/reports.hpp"

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <filesystem>

#include "common/numpy_access.hpp"
#include "lull/report/cubex/cubex_reader.hpp"
#include "lull/report/cubex/cubex_writer.hpp"
#include "lull/report/model/aggregate.hpp"
#include "lull/report/model/path_names.hpp"

namespace lull::python {
namespace {

using Report = PythonReport;

report::MetricId metric_of(const Report& report, const std::string& name) {
  const auto found = report.find_metric(name);
  if (!found) throw py::key_error("the report has no metric '" + name + "'");
  return *found;
}

py::array_t<double> values(const Report& report, const std::string& name) {
  const report::MetricId metric = metric_of(report, name);
  find_numpy();
  py::array_t<double> array({report.call_paths.size(), report.locations.size()});
  auto cells = array.mutable_unchecked<2>();
  for (py::ssize_t i = 0; i < cells.shape(0); ++i) {
    for (py::ssize_t k = 0; k < cells.shape(1); ++k) cells(i, k) = 0;
    for (const auto& [location, value] :
         report.row(metric, report::CallPathId(static_cast<std::size_t>(i))))
      cells(i, static_cast<py::ssize_t>(location.index())) = value;
  }
  return array;
}

std::vector<std::string> metric_names(const Report& report) {
  std::vector<std::string> names;
  for (const report::Metric& metric : report.metrics) names.push_back(metric.unique_name);
  return names;
}

std::vector<std::string> path_names(const Report& report) {
  std::vector<std::string> names;
  const report::PathNames all(report);
  for (std::size_t i = 0; i < report.call_paths.size(); ++i)
    names.push_back(all[report::CallPathId(i)]);
  return names;
}

// Returns each location's index of its process.
py::list processes(const Report& report) {
  py::list found;
  for (const report::Location& location : report.locations)
    found.append(to_python(location.process));
  return found;
}

std::vector<std::string> process_names(const Report& report) {
  std::vector<std::string> names;
  for (const report::Process& process : report.processes) names.push_back(process.name);
  return names;
}

py::list parents(const Report& report) {
  py::list found;
  for (const report::CallPath& path : report.call_paths) found.append(to_python(path.parent));
  return found;
}

std::vector<std::string> location_names(const Report& report) {
  std::vector<std::string> names;
  for (const report::Location& location : report.locations) {
    const bool known = location.process.defined();
    names.push_back(known ? report.processes[location.process.index()].name + " " + location.name
                          : location.name);
  }
  return names;
}

py::object frame(const Report& report, const std::string& metric) {
  const py::module_ pandas = py::module_::import("pandas");
  return pandas.attr("DataFrame")(values(report, metric),
                                  py::arg("index") = py::cast(path_names(report)),
                                  py::arg("columns") = py::cast(location_names(report)));
}

py::dict describe(const Report& report, const std::string& name) {
  const report::Metric& metric = report.metrics[metric_of(report, name).index()];
  py::dict found;
  found["name"] = metric.display_name;
  found["unit"] = metric.unit;
  found["description"] = metric.description;
  found["parent"] = metric.parent.defined()
                        ? py::object(py::str(report.metrics[metric.parent.index()].unique_name))
                        : py::object(py::none());
  return found;
}

}  // namespace

void add_reports(py::module_& module) {
  py::class_<Report>(module, "Report", R"(Severities over (metric, call path, location).

A value is exclusive along the call tree (the call path's own) and inclusive along the metric tree, as
in CUBE. Times are in seconds.)")
      .def_property_readonly("metrics", metric_names, "The metrics' unique names.")
      .def_property_readonly("callpaths", path_names,
                             "The call paths: region names from the root, joined by '/'.")
      .def_property_readonly("parents", parents, "For each call path, the index of its caller.")
      .def_property_readonly("locations", location_names)
      .def_property_readonly("processes", process_names)
      .def_property_readonly("location_processes", processes,
                             "For each location, the index of its process.")
      .def_readonly("attributes", &Report::attributes)
      .def_readonly("notes", &Report::notes, "Remarks on the data, as sentences.")
      .def_property_readonly(
          "instances", instances_in,
          R"(The most severe wait states of each metric and call path, as dicts: metric,
callpath, location (which waited), severity, begin and end of the call, window, participants (the waiting
one first; each with a location and its calls in the window: begin, end, region, depth) and messages.
Times are in seconds from the begin of the trace. Raises lull.Error if the report's data is invalid.)")
      .def_property_readonly(
          "statistics", statistics_in,
          R"(The distribution of the wait-state instances of each metric, in its unit: count, sum,
minimum, first_quartile, median, third_quartile, maximum.)")
      .def("wait_states", wait_states_in,
           R"(The wait-state instances, as arrays in the order of their begins:
metric, callpath, location, begin and duration in ticks, causing_location, causing_callpath. Numbers are
indices of metrics, callpaths and locations of this report; -1: none in particular. Requires
lull.analyze(archive, wait_states=True).)")
      .def("iterations", iterations_in, py::arg("metric"), py::arg("path") = py::none(),
           R"(The metric's value in each iteration of the main loop: an array [iteration,
location], in the metric's unit, sub-metrics included. `path` is the index of a call path, or a name
such as "main/solve" (all call paths that end with it); callees are included. None: all call paths.

Raises lull.Error if the report has no iterations (lull analyze --iterations finds them), or lacks the
metric by iteration, or by call path; KeyError and IndexError for unknown metrics and paths.)")
      .def_property_readonly(
          "iteration_borders", iteration_borders_in,
          R"(The begin of each iteration, and the end of the last: an array [iteration + 1,
location], in seconds from the begin of the trace; NaN for locations without iterations. Raises
lull.Error if the report has none.)")
      .def(
          "matrix", matrix_in, py::arg("metric") = py::none(), py::kw_only(),
          py::arg("by_node") = false,
          R"(Communication and waiting between processes: a dict of columns, with a row for each pair
that communicates or waits: source (sends, or is waited for), destination (receives, or waits), messages
(including one-sided transfers), bytes, time (seconds from send to receive, summed), waits, waiting
(seconds). source and destination are indices of `names`: processes; groups of neighbours if there are too
many pairs; nodes with `by_node`. `metric` is the kind of waiting; None: all. Raises lull.Error if the
report has no matrix, or no causers of the metric; KeyError for unknown metrics.)")
      .def("causers", causers_in, py::arg("metric") = py::none(),
           R"(The causers of waiting, most severe first: arrays location, callpath (indices of this
report) and waiting (seconds that others wait for that call path there). `metric` is the kind of waiting;
None: all. Raises lull.Error if the report has no causers; KeyError for unknown metrics.)")
      .def_property_readonly(
          "run_map", run_map_in,
          R"(The activity of locations over time, as a dict: begin (seconds from the begin of the trace) of the
first piece of the run; piece, the length of each in seconds; locations_of_row, the number of neighbouring
locations in a row; shares, a dict of arrays [row, piece] by kind of activity ("life": not idle) and by
metric: shares of the time of the row's locations, 0 to 1 in steps of 1/63.
Raises lull.Error if there is none.)")
      .def("describe", describe, py::arg("metric"), "Display name, unit, description, parent.")
      .def("values", values, py::arg("metric"), "An array [call path, location].")
      .def(
          "inclusive",
          [](const Report& report, const std::string& name) {
            find_numpy();
            return py::array(
                py::cast(report::inclusive_by_call_path(report, metric_of(report, name))));
          },
          py::arg("metric"), "An array [call path]: sums over all locations, callees included.")
      .def(
          "total",
          [](const Report& report, const std::string& name) {
            return report.total(metric_of(report, name));
          },
          py::arg("metric"))
      .def("frame", frame, py::arg("metric"),
           "The values as a pandas.DataFrame: call paths by locations.")
      .def(
          "save",
          [](const Report& report, const std::filesystem::path& path) {
            write_cubex(report, path);
          },
          py::arg("path"), "Writes a .cubex file.");
  module.def(
      "read_report",
      [](const std::filesystem::path& path) { return Report(report::read_cubex(path)); },
      py::arg("path"), "Reads a .cubex file, written by any tool. Raises lull.Error.");
}

}  // namespace lull::python
