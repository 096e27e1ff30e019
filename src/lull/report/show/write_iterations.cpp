// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>

#include "lull/report/model/distribution.hpp"
#include "lull/report/show/csv.hpp"
#include "lull/report/show/show_iterations.hpp"

namespace lull::report {
namespace {

using Json = nlohmann::ordered_json;

// Indexed by location; null if it has no borders.
std::vector<const Iterations::Borders*> borders_by_location(const Report& report,
                                                            const Iterations& iterations) {
  std::vector<const Iterations::Borders*> found(report.locations.size());
  for (const Iterations::Borders& borders : iterations.borders)
    found[borders.location.index()] = &borders;
  return found;
}

std::string one_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json describe(const Report& report, const IterationSummary& summary) {
  Json most;
  if (summary.most.defined())
    most = {{"location", summary.most.value},
            {"name", location_name(report, summary.most)},
            {"value", summary.greatest}};
  return {{"first", summary.first}, {"last", summary.last},         {"begin", summary.begin},
          {"end", summary.end},     {"duration", summary.duration}, {"total", summary.total},
          {"most", std::move(most)}};
}

}  // namespace

void write_iterations_json(const Report& report, const IterationOptions& options,
                           std::ostream& out) {
  const IterationTable table = iteration_table(report, options);
  const Metric& metric = report.metrics[table.metric.index()];
  const auto borders = borders_by_location(report, table.iterations);
  Json locations = Json::array();
  for (std::size_t i = 0; i < borders.size(); ++i)
    locations.push_back(location_name(report, LocationId(i)));
  const Json described{
      {"name", metric.unique_name}, {"title", metric.display_name}, {"unit", metric.unit}};
  out << "{\"format\": \"lull-iterations\", \"version\": 1, \"loop\": "
      << one_line(table.iterations.loop) << ", \"together\": " << table.iterations.together
      << ",\n\"remarks\": " << one_line(table.iterations.remarks)
      << ",\n\"metric\": " << one_line(described) << ",\n\"locations\": " << one_line(locations)
      << ",\n\"iterations\": [";
  for (std::size_t i = 0; i < table.values.size(); ++i) {
    Json row = describe(report, table.summaries[i]);
    row["begins"] = Json::array();
    for (const auto* of : borders) row["begins"].push_back(of ? Json(of->times[i]) : Json());
    row["values"] = table.values[i];
    out << (i == 0 ? "\n" : ",\n") << one_line(row);
  }
  out << "\n]}\n";
}

void write_iterations_csv(const Report& report, const IterationOptions& options,
                          std::ostream& out) {
  const IterationTable table = iteration_table(report, options);
  const auto borders = borders_by_location(report, table.iterations);
  const std::string metric = csv_field(report.metrics[table.metric.index()].unique_name);
  std::vector<std::string> locations;
  for (std::size_t i = 0; i < borders.size(); ++i)
    locations.push_back(csv_field(location_name(report, LocationId(i))));
  out << "metric,first_iteration,last_iteration,location_id,location,begin,end,value\r\n";
  for (std::size_t i = 0; i < table.values.size(); ++i)
    for (std::size_t k = 0; k < locations.size(); ++k) {
      const auto* of = borders[k];
      const std::string times =
          of == nullptr ? "," : fmt::format("{},{}", of->times[i], of->times[i + 1]);
      out << fmt::format("{},{},{},{},{},{},{}\r\n", metric, table.summaries[i].first,
                         table.summaries[i].last, k, locations[k], times, table.values[i][k]);
    }
}

}  // namespace lull::report
