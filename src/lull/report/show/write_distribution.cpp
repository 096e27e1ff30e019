// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>

#include "lull/report/model/distribution.hpp"
#include "lull/report/model/instances.hpp"
#include "lull/report/show/csv.hpp"
#include "lull/report/show/json.hpp"
#include "lull/report/show/show_distribution.hpp"

namespace lull::report {
namespace {

using Json = nlohmann::ordered_json;

Json place(const Report& report, LocationId location) {
  if (!location.defined()) return {};
  return {{"location", location.value}, {"name", location_name(report, location)}};
}

Json describe(const Report& report, MetricId id, const DistributionOptions& options) {
  const Metric& metric = report.metrics[id.index()];
  const Distribution found = distribution_of(report, id, options.call_paths);
  Json paths = Json::array();
  for (const auto& [path, value, share] :
       top_call_paths(report, id, options.top, options.call_paths))
    paths.push_back({{"id", path.value},
                     {"name", report.path_name(path)},
                     {"exclusive", value},
                     {"share", additive(metric) ? Json(share) : Json()}});
  return {{"name", metric.unique_name},
          {"title", metric.display_name},
          {"unit", metric.unit},
          {"type", type_label(metric.type)},
          {"locations", found.locations},
          {"total", found.total},
          {"mean", found.mean},
          {"minimum", found.minimum},
          {"lower_quartile", found.lower_quartile},
          {"median", found.median},
          {"upper_quartile", found.upper_quartile},
          {"maximum", found.maximum},
          {"deviation", found.deviation},
          {"imbalance", found.imbalance == 0 ? Json() : Json(found.imbalance)},
          {"least", place(report, found.least)},
          {"greatest", place(report, found.greatest)},
          {"call_paths", std::move(paths)}};
}

}  // namespace

void write_distribution_json(const Report& report, const DistributionOptions& options,
                             std::ostream& out) {
  Json metrics = Json::array();
  const Instances instances = options.call_paths.empty() ? instances_of(report) : Instances();
  for (const MetricId id : metrics_of(report, options)) {
    metrics.push_back(describe(report, id, options));
    if (const InstanceStatistics* const of = statistics_of(instances, id))
      metrics.back()["instances"] = {
          {"count", of->count},     {"sum", of->sum},
          {"minimum", of->minimum}, {"lower_quartile", of->first_quartile},
          {"median", of->median},   {"upper_quartile", of->third_quartile},
          {"maximum", of->maximum}};
  }
  const Json all{{"format", "lull-statistics"}, {"version", 1}, {"metrics", std::move(metrics)}};
  out << all.dump(1, ' ', false, Json::error_handler_t::replace) << "\n";
}

void write_distribution_csv(const Report& report, const DistributionOptions& options,
                            std::ostream& out) {
  out << "metric,unit,locations,total,mean,minimum,lower_quartile,median,upper_quartile,maximum,"
         "deviation,imbalance,least_location_id,least_location,greatest_location_id,"
         "greatest_location\r\n";
  const auto location = [&](LocationId id) {
    if (!id.defined()) return std::string(",");
    return fmt::format("{},{}", id.value, csv_field(location_name(report, id)));
  };
  for (const MetricId id : metrics_of(report, options)) {
    const Metric& metric = report.metrics[id.index()];
    const Distribution found = distribution_of(report, id, options.call_paths);
    const std::string imbalance = found.imbalance == 0 ? "" : fmt::format("{}", found.imbalance);
    out << fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{}\r\n",
                       csv_field(metric.unique_name), csv_field(metric.unit), found.locations,
                       found.total, found.mean, found.minimum, found.lower_quartile, found.median,
                       found.upper_quartile, found.maximum, found.deviation, imbalance,
                       location(found.least), location(found.greatest));
  }
}

}  // namespace lull::report
