// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Waiting by cause: a wait charged to a waiting call is also charged to the call that it waited
// for, if there is one, in a separate metric. These metrics are below one root, except those
// derived from metrics outside the time tree, which may overlap with other kinds of waiting.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "lull/analysis/charging/charge.hpp"
#include "lull/analysis/metrics/metric_catalogue.hpp"
#include "lull/analysis/metrics/severity.hpp"

namespace lull::analysis {

inline constexpr std::string_view kCausedWaiting = "caused_waiting";  // the root's id
// Id of the metric that holds the caused part of `metric`.
[[nodiscard]] std::string caused_part_of(std::string_view metric);
[[nodiscard]] bool is_caused_part(const MetricCatalogue& catalogue, std::string_view metric);

class CausedWaiting {
 public:
  // Adds a caused metric to the catalogue for each metric that is not a special case of another.
  // The catalogue refers to the texts in this object, which must outlive it.
  explicit CausedWaiting(MetricCatalogue& catalogue);
  CausedWaiting(const CausedWaiting&) = delete;
  CausedWaiting& operator=(const CausedWaiting&) = delete;

  // Charges the wait to its cause. Returns whether there is a cause and the metric is a general
  // kind of waiting, not part of another.
  bool charge(MetricIndex metric, Duration waiting, const WaitedFor& waited_for,
              SeverityTable& severities) const {
    const CallPathOnLocation& cause = waited_for.cause;
    if (!cause.location.defined() || !cause.path.defined() || metric.index() >= caused_.size())
      return false;
    const MetricIndex caused = caused_[metric.index()];
    if (!caused.defined()) return false;
    severities.add(caused, cause.location, cause.path, waiting.ticks);
    return is_kind_[metric.index()];
  }

 private:
  std::deque<std::string> texts_;
  std::vector<MetricIndex> caused_;  // indexed by metric; undefined: none
  std::vector<bool> is_kind_;        // indexed by metric
};

// Returns the root for a metric below it, which nothing is charged to; otherwise undefined.
[[nodiscard]] MetricIndex root_of_caused(const MetricCatalogue& catalogue, MetricIndex metric);

}  // namespace lull::analysis
