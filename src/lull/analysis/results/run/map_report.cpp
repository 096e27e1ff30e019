// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/results/run/map_report.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace lull::analysis {
namespace {

constexpr std::size_t kMostCharacters = 1'900'000;

class MapMaker {
 public:
  MapMaker(const Analysis& analysis, const RunMap& map, const report::Report& report)
      : analysis_(analysis), map_(map), report_(report) {}

  report::RunMap make() {
    list_planes();
    while (planes_.size() * map_.rows() > 0 && characters() > kMostCharacters && joined_ < 64)
      joined_ *= 2;
    report::RunMap result;
    const Definitions& definitions = analysis_.context().definitions;
    const Timestamp begin{map_.begin().ticks};
    result.begin = definitions.seconds(begin - analysis_.zero());
    result.piece = static_cast<double>(map_.ticks_of_piece()) * static_cast<double>(joined_) /
                   static_cast<double>(definitions.clock.ticks_per_second);
    result.pieces = (map_.pieces() + joined_ - 1) / joined_;
    result.locations_of_row = map_.locations_of_row();
    for (const Plane& plane : planes_) {
      report::RunMap::Plane written{plane.activity, plane.metric, {}};
      for (std::size_t row = 0; row < map_.rows(); ++row)
        if (const auto& pieces = pieces_of(plane, row); !pieces.empty())
          written.rows.push_back({row, shares_of(pieces, row)});
      if (!written.rows.empty()) result.planes.push_back(std::move(written));
    }
    return result;
  }

 private:
  struct Plane {
    std::string activity;
    report::MetricId metric;
    Activity kind = Activity::Computation;
    MetricIndex charged;
  };

  void list_planes() {
    planes_.push_back({"life", {}, Activity::Computation, {}});
    for (std::size_t i = 1; i < kActivities; ++i)
      planes_.push_back(
          {std::string(name_of(static_cast<Activity>(i))), {}, static_cast<Activity>(i), {}});
    const MetricCatalogue& catalogue = analysis_.catalogue();
    const std::vector<bool> kinds = kinds_of_waiting(catalogue);
    for (std::size_t i = 0; i < catalogue.size(); ++i) {
      const MetricIndex metric(i);
      if (!kinds[i]) continue;
      const auto place = std::ranges::find(report_.metrics, catalogue[metric].info.id,
                                           &report::Metric::unique_name);
      if (place == report_.metrics.end()) continue;
      planes_.push_back(
          {{},
           report::MetricId(static_cast<std::size_t>(place - report_.metrics.begin())),
           Activity::Computation,
           metric});
    }
  }

  [[nodiscard]] const RunMap::Pieces& pieces_of(const Plane& plane, std::size_t row) const {
    if (plane.charged.defined()) return map_.metric(plane.charged, row);
    return plane.kind == Activity::Computation ? map_.life(row) : map_.activity(plane.kind, row);
  }

  [[nodiscard]] std::size_t characters() const {
    std::size_t rows = 0;
    for (const Plane& plane : planes_)
      for (std::size_t row = 0; row < map_.rows(); ++row)
        if (!pieces_of(plane, row).empty()) ++rows;
    constexpr std::size_t kAround = 28;  // a row
    return rows * (map_.pieces() / joined_ + kAround);
  }

  [[nodiscard]] std::string shares_of(const RunMap::Pieces& pieces, std::size_t row) const {
    const std::size_t all = analysis_.context().definitions.locations.size();
    const std::size_t first = row * map_.locations_of_row();
    const std::size_t locations = std::min(map_.locations_of_row(), all - first);
    const double whole = static_cast<double>(map_.ticks_of_piece()) * static_cast<double>(joined_) *
                         static_cast<double>(locations);
    std::string shares;
    for (std::size_t i = 0; i < pieces.size(); i += joined_) {
      double ticks = 0;
      for (std::size_t j = i; j < std::min(i + joined_, pieces.size()); ++j)
        ticks += static_cast<double>(pieces[j]);
      shares.push_back(report::share_as_text(ticks / whole));
    }
    return shares;
  }

  const Analysis& analysis_;
  const RunMap& map_;
  const report::Report& report_;
  std::vector<Plane> planes_;
  std::size_t joined_ = 1;  // number of pieces joined into one
};

}  // namespace

report::RunMap map_for(const Analysis& analysis, const report::Report& report) {
  if (analysis.map() == nullptr || analysis.map()->pieces() == 0) return {};
  return MapMaker(analysis, *analysis.map(), report).make();
}

}  // namespace lull::analysis
