// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/algebra/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "lull/report/algebra/merge.hpp"
#include "lull/report/model/aggregate.hpp"

namespace lull::report {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

bool chosen(const CompareOptions& options, const Metric& metric) {
  return options.metrics.empty() ||
         std::ranges::find(options.metrics, metric.unique_name) != options.metrics.end();
}

std::string root_name(const Report& report) {
  for (const CallPath& path : report.call_paths)
    if (!path.parent.defined()) return report.regions[path.region.index()].name;
  return {};
}

// Maps the merged tables to one of the reports.
struct Side {
  const Report& report;
  std::vector<MetricId> metrics;       // indexed by merged metric; undefined: the report lacks it
  std::vector<CallPathId> call_paths;  // indexed likewise
  std::vector<LocationId> locations;   // indexed by the report's location: the merged location
  std::vector<bool> has;               // indexed by merged location

  Side(const Report& of, MergedPlaces places, const Report& tables)
      : report(of),
        metrics(inverted(places.metrics, tables.metrics.size())),
        call_paths(inverted(places.call_paths, tables.call_paths.size())),
        locations(std::move(places.locations)),
        has(tables.locations.size()) {
    for (const LocationId location : locations) has[location.index()] = true;
  }

  [[nodiscard]] const Row& row(MetricId metric, CallPathId path) const {
    static const Row kNone;
    const MetricId own_metric = metrics[metric.index()];
    const CallPathId own_path = call_paths[path.index()];
    return own_metric.defined() && own_path.defined() ? report.row(own_metric, own_path) : kNone;
  }
};

// Lists rows with values that only one side has.
class Presence {
 public:
  explicit Presence(const Report& tables)
      : metrics_(tables.metrics.size()),
        call_paths_(tables.call_paths.size()),
        locations_(tables.locations.size()) {}

  void note(MetricId metric, CallPathId path, LocationId location) {
    metrics_[metric.index()] = true;
    call_paths_[path.index()] = true;
    locations_[location.index()] = true;
  }

  [[nodiscard]] Unmatched not_in(const Side& other) const {
    Unmatched found;
    for (std::size_t i = 0; i < metrics_.size(); ++i)
      if (metrics_[i] && !other.metrics[i].defined()) found.metrics.emplace_back(i);
    for (std::size_t i = 0; i < call_paths_.size(); ++i)
      if (call_paths_[i] && !other.call_paths[i].defined()) found.call_paths.emplace_back(i);
    for (std::size_t i = 0; i < locations_.size(); ++i)
      if (locations_[i] && !other.has[i]) found.locations.emplace_back(i);
    return found;
  }

 private:
  std::vector<bool> metrics_, call_paths_, locations_;
};

class Comparer {
 public:
  Comparer(const Report& a, const Report& b, const CompareOptions& options) : options_(options) {
    Union both(Roots::SingleAsOne);
    MergedPlaces of_a = both.add(a);
    MergedPlaces of_b = both.add(b);
    result_.tables = both.tables();
    result_.root_b = of_b.root;
    if (!of_b.root.empty()) result_.root_a = root_name(a);
    sides_.emplace_back(a, std::move(of_a), result_.tables);
    sides_.emplace_back(b, std::move(of_b), result_.tables);
    present_.assign(2, Presence(result_.tables));
    values_[0].resize(result_.tables.locations.size());
    values_[1].resize(result_.tables.locations.size());
  }

  Comparison run() {
    for (std::size_t i = 0; i < result_.tables.metrics.size(); ++i)
      if (chosen(options_, result_.tables.metrics[i])) compare_metric(MetricId(i));
    std::sort(result_.worst.begin(), result_.worst.end(), is_worse);
    result_.only_a = present_[0].not_in(sides_[1]);
    result_.only_b = present_[1].not_in(sides_[0]);
    return std::move(result_);
  }

 private:
  static bool is_worse(const ValueDifference& x, const ValueDifference& y) {
    if (x.matched != y.matched) return x.matched;
    if (x.share != y.share) return x.share > y.share;
    return std::tie(x.metric, x.path, x.location) < std::tie(y.metric, y.path, y.location);
  }

  void compare_metric(MetricId metric) {
    largest_ = 0;
    bool any = false;
    for (std::size_t path = 0; path < result_.tables.call_paths.size(); ++path)
      for (std::size_t side = 0; side < 2; ++side)
        for (const auto& [location, value] : sides_[side].row(metric, CallPathId(path))) {
          if (std::isfinite(value)) largest_ = std::max(largest_, std::abs(value));
          present_[side].note(metric, CallPathId(path), sides_[side].locations[location.index()]);
          any = true;
        }
    if (!any) return;
    if (options_.positions) compare_parents(metric);
    absolute_ = absolute_tolerance(result_.tables.metrics[metric.index()].unit);
    const std::uint64_t before = result_.differences;
    for (std::size_t path = 0; path < result_.tables.call_paths.size(); ++path)
      compare_rows(metric, CallPathId(path));
    if (result_.differences > before) ++result_.metrics;
  }

  [[nodiscard]] double absolute_tolerance(const std::string& unit) const {
    double most = 0;
    for (const Tolerance::Absolute& absolute : options_.tolerance.absolute)
      if (absolute.unit.empty() || absolute.unit == unit) most = std::max(most, absolute.value);
    return most;
  }

  // A metric in both reports must have the same parent.
  void compare_parents(MetricId metric) {
    std::string above[2];
    for (std::size_t side = 0; side < 2; ++side) {
      const MetricId own = sides_[side].metrics[metric.index()];
      if (!own.defined()) return;
      const MetricId parent = sides_[side].report.metrics[own.index()].parent;
      above[side] = parent.defined() ? sides_[side].report.metrics[parent.index()].unique_name : "";
    }
    if (above[0] == above[1]) return;
    const auto place = [](const std::string& parent) {
      return parent.empty() ? "a root" : "part of " + parent;
    };
    result_.metric_notes.push_back(fmt::format("{} is {} in the first report and {} in the second",
                                               result_.tables.metrics[metric.index()].unique_name,
                                               place(above[0]), place(above[1])));
  }

  void compare_rows(MetricId metric, CallPathId path) {
    touched_.clear();
    for (std::size_t side = 0; side < 2; ++side)
      for (const auto& [location, value] : sides_[side].row(metric, path)) {
        const LocationId place = sides_[side].locations[location.index()];
        values_[side][place.index()] = value;
        touched_.push_back(place);
      }
    std::sort(touched_.begin(), touched_.end());
    touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
    for (const LocationId location : touched_) {
      const double a = std::exchange(values_[0][location.index()], 0);
      const double b = std::exchange(values_[1][location.index()], 0);
      ++result_.compared;
      if (!equal(a, b))
        keep({metric, path, location, a, b, share(a, b), matched(metric, path, location)});
    }
  }

  [[nodiscard]] bool equal(double a, double b) const {
    if (a == b || (std::isnan(a) && std::isnan(b))) return true;
    if (!std::isfinite(a) || !std::isfinite(b)) return false;
    const double larger = std::max(std::abs(a), std::abs(b));
    return std::abs(a - b) <= std::max(absolute_, options_.tolerance.relative * larger);
  }

  [[nodiscard]] double share(double a, double b) const {
    const double difference = std::abs(a - b);
    return std::isfinite(difference) && largest_ > 0 ? difference / largest_ : kInfinite;
  }

  [[nodiscard]] bool matched(MetricId metric, CallPathId path, LocationId location) const {
    return std::ranges::all_of(sides_, [&](const Side& side) {
      return side.metrics[metric.index()].defined() && side.call_paths[path.index()].defined() &&
             side.has[location.index()];
    });
  }

  void keep(const ValueDifference& difference) {
    ++result_.differences;
    if (options_.most == 0) return;
    auto& worst = result_.worst;  // a heap with the least difference at the top
    if (worst.size() == options_.most) {
      if (!is_worse(difference, worst.front())) return;
      std::pop_heap(worst.begin(), worst.end(), is_worse);
      worst.pop_back();
    }
    worst.push_back(difference);
    std::push_heap(worst.begin(), worst.end(), is_worse);
  }

  const CompareOptions& options_;
  Comparison result_;
  std::vector<Side> sides_;
  std::vector<Presence> present_;
  std::vector<double> values_[2];  // values of one row, indexed by location
  std::vector<LocationId> touched_;
  double largest_ = 0;   // largest value of the metric
  double absolute_ = 0;  // the metric's absolute tolerance
};

// Returns, for each metric of `b`, the corresponding metric of `a`. If names are duplicate, their
// first metrics correspond.
std::vector<std::optional<MetricId>> counterparts(const Report& a, const Report& b) {
  std::map<std::string, std::vector<MetricId>> named;
  for (std::size_t i = a.metrics.size(); i-- > 0;) named[a.metrics[i].unique_name].emplace_back(i);
  std::vector<std::optional<MetricId>> found;
  for (const Metric& metric : b.metrics) {
    std::vector<MetricId>& left = named[metric.unique_name];
    found.emplace_back();
    if (left.empty()) continue;
    found.back() = left.back();
    left.pop_back();
  }
  return found;
}

// Tables cannot be merged if a metric has two units. Gives the copy of `b` the units of `a`, and
// returns notes.
std::vector<std::string> equalise_units(const Report& a, const Report& b,
                                        const CompareOptions& options,
                                        std::optional<Report>& copy) {
  std::vector<std::string> notes;
  const auto same = counterparts(a, b);
  for (std::size_t i = 0; i < same.size(); ++i) {
    if (!same[i]) continue;
    const Metric& here = a.metrics[same[i]->index()];
    const Metric& there = b.metrics[i];
    if (here.unit == there.unit) continue;
    const bool values = has_values(a, *same[i]) || has_values(b, MetricId(i));
    if (values && chosen(options, here))
      notes.push_back(
          fmt::format("{} is measured in {} in the first report and in {} in the second",
                      here.unique_name, here.unit, there.unit));
    if (!copy) copy = b;
    copy->metrics[i].unit = here.unit;
  }
  return notes;
}

}  // namespace

Comparison compare(const Report& a, const Report& b, const CompareOptions& options) {
  std::optional<Report> copy;
  std::vector<std::string> notes = equalise_units(a, b, options, copy);
  Comparison result = Comparer(a, copy ? *copy : b, options).run();
  result.metric_notes.insert(result.metric_notes.begin(), notes.begin(), notes.end());
  return result;
}

}  // namespace lull::report
