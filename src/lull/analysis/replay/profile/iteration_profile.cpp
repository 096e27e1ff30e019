// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/replay/profile/iteration_profile.hpp"

#include <algorithm>
#include <utility>

#include "lull/analysis/metrics/metric_catalogue.hpp"
#include "lull/analysis/replay/profile/profile_metrics.hpp"

namespace lull::analysis {

class IterationProfile::Follower final : public analysis::Follower {
 public:
  Follower(IterationProfile& profile, LocationId location)
      : profile_(profile), location_(location) {}
  [[nodiscard]] EventSelection selection() const override { return select_all_events(); }
  void on(const Event& event, const OpenCall& /*call*/, Outbox& /*outbox*/) override {
    profile_.see(location_, event);
  }

 private:
  IterationProfile& profile_;
  LocationId location_;
};

IterationProfile::IterationProfile(const ReplayContext& context, const IterationBorders& borders)
    : context_(context), borders_(borders), locations_(context.definitions.locations.size()) {}

FollowerFactory IterationProfile::with(FollowerFactory followers) {
  return [this, inner = std::move(followers)](const FollowerPlace& place) {
    FollowerList list = inner(place);
    const std::size_t index = place.location.index();
    if (index >= borders_.times.size() || borders_.times[index].empty()) return list;
    locations_[index].tree = &place.tree;
    locations_[index].iterations.resize(borders_.iterations);
    list.push_back(std::make_unique<Follower>(*this, place.location));
    return list;
  };
}

// Time up to a border is accounted for when the event after the one that crosses the border
// arrives.
void IterationProfile::see(LocationId id, const Event& event) {
  Location& location = locations_[id.index()];
  const auto& borders = borders_.times[id.index()];
  if (location.passed > location.next) take(location);
  while (location.passed < borders.size() && event.time >= borders[location.passed])
    ++location.passed;
  location.entered = location.passed > location.next && std::holds_alternative<Enter>(event.body);
}

void IterationProfile::take(Location& location) const {
  Sums now = sums_of(*location.tree);
  now.visits -= location.entered ? 1 : 0;  // which is the first of the next iteration
  location.entered = false;
  if (location.next > 0) {
    Sums& sums = location.iterations[location.next - 1];
    for (std::size_t i = 0; i < kMetrics; ++i)
      sums.time[i] += now.time[i] - location.before.time[i];
    sums.visits += now.visits - location.before.visits;
    for (std::size_t i = 0; i < kCountMetrics; ++i)
      sums.counts[i] += now.counts[i] - location.before.counts[i];
  }
  location.before = now;
  location.next = location.passed;
}

void IterationProfile::finish() {
  for (Location& location : locations_)
    if (location.tree != nullptr && location.next > 0 &&
        location.next <= location.iterations.size())
      take(location);
}

IterationProfile::Sums IterationProfile::sums_of(const LocalCallTree& tree) const {
  Sums sums;
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const LocalPathId path(i);
    const PathNode& node = tree[path];
    sums.time[static_cast<std::size_t>(context_.class_of(tree.region(path)).metric)] +=
        node.time.ticks;
    sums.visits += static_cast<std::int64_t>(node.visits);
    tree.for_each_count(path, [&sums](CountMetric metric, std::uint64_t count) {
      sums.counts[static_cast<std::size_t>(metric)] += static_cast<std::int64_t>(count);
    });
  }
  return sums;
}

std::vector<IterationSeverity> IterationProfile::severities(
    const MetricCatalogue& catalogue) const {
  std::vector<IterationSeverity> severities;
  std::vector<std::int64_t> values(catalogue.size());
  const auto add = [&](MetricIndex metric, std::int64_t value) {
    for (; value != 0 && metric.defined(); metric = catalogue[metric].parent)
      values[metric.index()] += value;
  };
  for (std::size_t l = 0; l < locations_.size(); ++l) {
    for (std::uint32_t iteration = 0; iteration < locations_[l].iterations.size(); ++iteration) {
      const Sums& sums = locations_[l].iterations[iteration];
      std::ranges::fill(values, 0);
      for (std::size_t i = 0; i < kMetrics; ++i)
        add(catalogue.find(id_of(static_cast<ProfileMetric>(i))), sums.time[i]);
      add(catalogue.find("visits"), sums.visits);
      for (std::size_t i = 0; i < kCountMetrics; ++i)
        add(catalogue.find(id_of(static_cast<CountMetric>(i))), sums.counts[i]);
      for (std::size_t m = 0; m < values.size(); ++m)
        if (values[m] != 0)
          severities.push_back(
              {MetricIndex(m), LocationId(l), LocalPathId{}, iteration, values[m]});
    }
  }
  return severities;
}

}  // namespace lull::analysis
