// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/structure/interest_points.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "lull/report/model/distribution.hpp"

namespace lull::cli {
namespace {

constexpr double kExplains = 0.25;  // additional waiting as a share of an iteration's cost

double middle_of(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

double sum_of_row(const std::vector<double>& row) {
  return std::accumulate(row.begin(), row.end(), 0.0);
}

std::size_t processes_with(const structure::Iterations& iterations) {
  return static_cast<std::size_t>(std::ranges::count_if(
      iterations.borders, [](const auto& borders) { return !borders.empty(); }));
}

std::vector<InterestGroup> described_groups(const structure::IterationGroups& groups) {
  std::vector<InterestGroup> result;
  for (const structure::IterationGroup& group : groups.groups) {
    InterestGroup one{group.representative, group.iterations.size(), group.seconds, {}};
    for (const std::uint32_t iteration : group.iterations) {
      if (!one.runs.empty() && one.runs.back().second + 1 == iteration)
        one.runs.back().second = iteration;
      else
        one.runs.emplace_back(iteration, iteration);
    }
    result.push_back(std::move(one));
  }
  return result;
}

// Determines what the iterations of a report wait for.
class Causes {
 public:
  Causes(const AnalysedIterations& analysed, std::vector<InterestPoint>& points,
         std::uint64_t together)
      : of_(analysed), points_(points), together_(together) {}

  void find() {
    index_waits();
    for (const report::MetricId metric : report::iteration_metrics(of_.report, of_.iterations))
      if (longest_.contains(metric)) look_at(metric);
  }

 private:
  void look_at(report::MetricId metric) {
    for (InterestPoint& point : points_) {
      const std::size_t iteration = point.iteration / together_;
      const std::vector<double> row = row_of(metric, iteration);
      const double seconds = sum_of_row(row);
      if (seconds <= (point.cause ? point.cause->seconds : 0)) continue;
      const auto most = std::ranges::max_element(row);
      const report::LocationId location(static_cast<std::size_t>(most - row.begin()));
      point.cause = PointCause{of_.report.metrics[metric.index()].unique_name,
                               of_.report.metrics[metric.index()].display_name,
                               seconds,
                               report::location_name(of_.report, location),
                               *most,
                               {},
                               {},
                               {}};
      report_longest_wait(metric, location, iteration, *point.cause);
      point.cause->last = only_without(row);
    }
  }

  // Returns the values indexed by location.
  [[nodiscard]] std::vector<double> row_of(report::MetricId metric, std::size_t iteration) const {
    std::vector<double> row(of_.report.locations.size());
    for (const report::Iterations::Series& series : of_.iterations.series)
      if (series.metric == metric) row[series.location.index()] += series.values[iteration];
    return row;
  }

  // Returns the only one of several locations that has a value of zero.
  [[nodiscard]] std::string only_without(const std::vector<double>& row) const {
    if (row.size() < 3 || std::ranges::count(row, 0.0) != 1) return {};
    const auto place = std::ranges::find(row, 0.0) - row.begin();
    return report::location_name(of_.report, report::LocationId(static_cast<std::size_t>(place)));
  }

  [[nodiscard]] bool is_of_a_point(std::uint32_t iteration) const {
    return std::ranges::any_of(points_, [&](const InterestPoint& point) {
      return point.iteration / together_ == iteration;
    });
  }

  void index_waits() {
    for (const analysis::WaitState& wait : of_.findings.wait_states) {
      const analysis::Charge& charge = wait.charge;
      const auto iteration = of_.borders.at(charge.call.location, charge.call.enter);
      if (!iteration || !is_of_a_point(*iteration)) continue;
      const analysis::WaitState*& known = longest_[of_.findings.names.metrics.at(charge.metric)]
                                                  [{charge.call.location, *iteration}];
      if (known == nullptr || analysis::KeptCharges::is_longer(charge, known->charge))
        known = &wait;
    }
  }

  void report_longest_wait(report::MetricId metric, report::LocationId location,
                           std::size_t iteration, PointCause& cause) const {
    const auto& waits = longest_.at(metric);
    const auto found = waits.find({LocationId(location.index()), iteration});
    if (found == waits.end()) return;
    const analysis::WaitState& wait = *found->second;
    const auto name_of = [this](analysis::GlobalPathId path) {
      return of_.report.path_name(report::CallPathId(path.index()));
    };
    cause.call_path = name_of(wait.path);
    const LocationId partner = wait.charge.waited_for.cause.location;
    if (!partner.defined() || partner == wait.charge.call.location) return;
    cause.partner = report::location_name(of_.report, report::LocationId(partner.index()));
    if (wait.cause.defined()) cause.partner_call_path = name_of(wait.cause);
  }

  const AnalysedIterations& of_;
  std::vector<InterestPoint>& points_;
  std::uint64_t together_;
  // indexed by location and iteration
  std::map<report::MetricId,
           std::map<std::pair<LocationId, std::size_t>, const analysis::WaitState*>>
      longest_;
};

// Sets the process on which an iteration takes longest.
void find_slowest(const structure::Iterations& iterations, const Definitions& definitions,
                  const AnalysedIterations& analysed, InterestPoint& point) {
  for (std::size_t i = 0; i < iterations.borders.size(); ++i) {
    const LocationId location(i);
    if (!iterations.has(location)) continue;
    const double seconds = definitions.seconds(iterations.duration(location, point.iteration));
    if (seconds <= point.slowest_seconds) continue;
    point.slowest = report::location_name(analysed.report, report::LocationId(i));
    point.slowest_seconds = seconds;
  }
}

// Returns the start of an iteration of the report on the first location that has it.
double begin_of(const AnalysedIterations& analysed, std::size_t iteration) {
  const auto& borders = analysed.iterations.borders;
  return borders.empty() ? 0 : borders.front().times[iteration];
}

}  // namespace

Interest points_of_interest(const structure::Iterations& iterations, const Definitions& definitions,
                            const AnalysedIterations& analysed, double window, std::size_t top) {
  const structure::IterationGroups groups = structure::group_iterations(
      iterations, definitions, window, structure::most_groups_of(iterations.number));
  const std::vector<double>& waiting = analysed.waiting;
  Interest interest;
  interest.number = iterations.number;
  interest.processes = processes_with(iterations);
  interest.together = std::max<std::uint64_t>(1, analysed.iterations.together);
  interest.wanted_window = groups.wanted_window;
  interest.window = groups.window;
  interest.usual_seconds = middle_of(groups.seconds);
  interest.usual_waiting = middle_of(waiting);
  interest.trend = structure::trend_of(groups.seconds);
  interest.groups = described_groups(groups);
  const auto processes = static_cast<double>(interest.processes);
  // Deviations within the window of a usual iteration are not unusual.
  const double least = window * interest.usual_seconds * processes;
  for (std::size_t i = 0; i < iterations.number; ++i) {
    const std::size_t known = i / interest.together;
    const double own_waiting = known < waiting.size() ? waiting[known] : 0;
    const double longer = (groups.seconds[i] - interest.usual_seconds) * processes;
    const double more = interest.together > 1 ? 0 : own_waiting - interest.usual_waiting;
    const double cost = std::max(longer, more);
    if (cost <= least || cost <= 0) continue;
    const bool waits_more = interest.together > 1 || more > kExplains * cost;
    interest.points.push_back({i,
                               begin_of(analysed, known),
                               groups.seconds[i],
                               cost,
                               own_waiting,
                               waits_more,
                               {},
                               0,
                               {}});
  }
  std::ranges::stable_sort(interest.points, std::ranges::greater(), &InterestPoint::cost);
  interest.found = interest.points.size();
  if (interest.points.size() > top) interest.points.resize(top);
  for (InterestPoint& point : interest.points)
    find_slowest(iterations, definitions, analysed, point);
  Causes(analysed, interest.points, interest.together).find();
  return interest;
}

}  // namespace lull::cli
