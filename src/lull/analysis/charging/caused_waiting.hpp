// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Who makes others wait: what is charged to a call that waits is, where it waits for somebody's
// call, charged to that one as well, in a metric of its own. These metrics are below one root, but
// for those of what stands beside the tree of time, as some of it is waiting of other kinds.
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
// Id of what is caused of a metric.
[[nodiscard]] std::string caused_part_of(std::string_view metric);
[[nodiscard]] bool is_caused_part(const MetricCatalogue& catalogue, std::string_view metric);

class CausedWaiting {
 public:
  // Adds its metrics to the catalogue, one for each that is no special case of another, and refers
  // to this one's texts. Must outlive the catalogue's use.
  explicit CausedWaiting(MetricCatalogue& catalogue);
  CausedWaiting(const CausedWaiting&) = delete;
  CausedWaiting& operator=(const CausedWaiting&) = delete;

  // Whether there is anybody to charge it to, and it is a kind of waiting: no part of another.
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
  std::vector<MetricIndex> caused_;  // by metric; undefined: none
  std::vector<bool> is_kind_;        // by metric
};

// Of a metric below the root, the root, which nobody charges to; else undefined.
[[nodiscard]] MetricIndex root_of_caused(const MetricCatalogue& catalogue, MetricIndex metric);

}  // namespace lull::analysis
