// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/show/show_causers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <ostream>

#include "lull/base/text/counted.hpp"
#include "lull/base/text/printable.hpp"
#include "lull/report/model/distribution.hpp"
#include "lull/report/model/path_names.hpp"
#include "lull/report/model/value_text.hpp"
#include "lull/report/show/csv.hpp"

namespace lull::report {
namespace {

using Json = nlohmann::ordered_json;

std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Metric in_seconds() {
  Metric metric;
  metric.unit = "sec";
  return metric;
}

std::string title_of(const Report& report, MetricId metric) {
  if (!metric.defined()) return "Others wait";
  const Metric& asked = report.metrics[metric.index()];
  return fmt::format("Others wait, in {} ({})", printable(asked.display_name),
                     printable(asked.unique_name));
}

}  // namespace

std::string show_causers(const Report& report, const CauserOptions& options) {
  const std::vector<Causer> causers = causers_of(report, options.metric, options.call_paths);
  const double whole =
      std::accumulate(causers.begin(), causers.end(), 0.0,
                      [](double sum, const Causer& causer) { return sum + causer.seconds; });
  const Metric seconds = in_seconds();
  const ValueFormat format(seconds, causers.empty() ? 0 : causers.front().seconds);
  std::string text =
      fmt::format("{}: {} for {}\n", title_of(report, options.metric),
                  ValueFormat(seconds, whole).with_unit(whole),
                  counted(causers.size(), "call path of a location", "call paths of locations"));
  const std::size_t shown = options.all ? causers.size() : std::min(causers.size(), options.top);
  TreeTable table({{"others wait"}, {"", true}, {"%"}}, "for");
  for (const Causer& causer : std::span(causers).first(shown)) {
    TreeRow row;
    row.cells = {format(causer.seconds), format.unit(), percent_text(causer.seconds, whole)};
    row.label =
        location_name(report, causer.location) + " in " + report.path_name(causer.call_path);
    row.share = whole > 0 ? causer.seconds / whole : 0;
    table.add(std::move(row));
  }
  if (!table.empty()) text += "\n" + table.text(options.style);
  if (shown < causers.size())
    text += fmt::format("... and {} more (--all shows them)\n", grouped(causers.size() - shown));
  return text;
}

void write_causers_json(const Report& report, const CauserOptions& options, std::ostream& out) {
  const std::vector<Causer> causers = causers_of(report, options.metric, options.call_paths);
  const Json metric =
      options.metric.defined() ? Json(report.metrics[options.metric.index()].unique_name) : Json();
  out << "{\"format\": \"lull-causers\", \"version\": 1, \"metric\": " << line_of(metric)
      << ",\n\"causers\": [";
  const char* separator = "\n";
  const PathNames names(report);
  for (const Causer& causer : causers) {
    out << separator
        << line_of({{"location_id", causer.location.value},
                    {"location", location_name(report, causer.location)},
                    {"call_path_id", causer.call_path.value},
                    {"call_path", names[causer.call_path]},
                    {"seconds", causer.seconds}});
    separator = ",\n";
  }
  out << "\n]}\n";
}

void write_causers_csv(const Report& report, const CauserOptions& options, std::ostream& out) {
  const std::vector<Causer> causers = causers_of(report, options.metric, options.call_paths);
  out << "location_id,location,call_path_id,call_path,seconds\r\n";
  const PathNames names(report);
  for (const Causer& causer : causers)
    out << fmt::format("{},{},{},{},{}\r\n", causer.location.value,
                       csv_field(location_name(report, causer.location)), causer.call_path.value,
                       csv_field(names[causer.call_path]), causer.seconds);
}

}  // namespace lull::report
