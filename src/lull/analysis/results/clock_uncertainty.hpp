// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// How uncertain severities are when clocks have been corrected by what messages say: for each wait
// state the error that the two clocks may have against each other, added up as severities are. The
// sums are metrics of their own, one for each that waits between processes, below one root.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "lull/analysis/results/charge.hpp"
#include "lull/analysis/results/metric_catalogue.hpp"
#include "lull/clock/clock_widths.hpp"
#include "lull/trace/definitions.hpp"

namespace lull::analysis {

inline constexpr std::string_view kClockUncertainty = "clock_uncertainty";  // the root's id
[[nodiscard]] std::string uncertainty_of(std::string_view metric);          // id

class ClockUncertainty {
 public:
  // Adds its metrics to the catalogue, which has all others by then, and refers to this one's
  // texts. All must outlive this.
  ClockUncertainty(const ClockWidths& widths, const Definitions& definitions,
                   MetricCatalogue& catalogue);
  ClockUncertainty(const ClockUncertainty&) = delete;
  ClockUncertainty& operator=(const ClockUncertainty&) = delete;

  [[nodiscard]] MetricIndex root() const { return root_; }
  // Undefined: none.
  [[nodiscard]] MetricIndex of(MetricIndex metric) const {
    return metric.index() < twins_.size() ? twins_[metric.index()] : MetricIndex{};
  }
  // Of a wait; without a cause, against whoever is known worst.
  [[nodiscard]] Duration of(const CallInstance& call, const WaitedFor& waited_for) const;

 private:
  const ClockWidths& widths_;
  const Definitions& definitions_;
  std::deque<std::string> texts_;
  MetricIndex root_;
  std::vector<MetricIndex> twins_;
};

}  // namespace lull::analysis
