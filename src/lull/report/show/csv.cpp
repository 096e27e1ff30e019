// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/show/csv.hpp"

#include <fmt/format.h>

#include <ostream>

#include "lull/report/model/path_names.hpp"

namespace lull::report {

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == text.npos) return std::string(text);
  std::string field = "\"";
  for (const char c : text) field += c == '"' ? "\"\"" : std::string(1, c);
  return field + '"';
}

void write_csv(const Report& report, const Selection& selection, std::ostream& out) {
  std::vector<std::string> locations;
  for (const Location& location : report.locations)
    locations.push_back(
        csv_field(report.processes[location.process.index()].name + "/" + location.name));
  out << "metric,call_path_id,call_path,location_id,location,value\r\n";
  const PathNames names(report);
  for (const MetricId metric : selected_metrics(report, selection)) {
    const std::string name = csv_field(report.metrics[metric.index()].unique_name);
    for (std::size_t path = 0; path < report.call_paths.size(); ++path) {
      const Row& row = report.row(metric, CallPathId(path));
      const CallPathSet& only = selection.call_paths;
      if (row.empty() || (!only.empty() && !only[path])) continue;
      const std::string path_name = csv_field(names[CallPathId(path)]);
      for (const auto& [location, value] : row)
        out << fmt::format("{},{},{},{},{},{}\r\n", name, path, path_name, location.value,
                           locations[location.index()], value);
    }
  }
}

}  // namespace lull::report
