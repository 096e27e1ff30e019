// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What corrected clocks leave in doubt: for each wait state the error that the two clocks may have
// against each other, added up as severities are, and what of it may therefore be no waiting at
// all; and what was waited for somebody whose recording had not begun. These sums are metrics of
// their own, for each metric that waits between processes, below a root for each of both doubts.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "lull/analysis/charging/charge.hpp"
#include "lull/analysis/metrics/metric_catalogue.hpp"
#include "lull/analysis/metrics/severity.hpp"
#include "lull/clock/clock_correction.hpp"
#include "lull/clock/clock_widths.hpp"
#include "lull/trace/definitions/definitions.hpp"

namespace lull::analysis {

inline constexpr std::string_view kClockUncertainty = "clock_uncertainty";  // the roots' ids
inline constexpr std::string_view kLateRecording = "late_recording";
// Ids of what is in doubt about a metric.
[[nodiscard]] std::string uncertainty_of(std::string_view metric);
[[nodiscard]] std::string unproved_part_of(std::string_view metric);
[[nodiscard]] std::string late_recording_of(std::string_view metric);

class DoubtMetrics {
 public:
  struct Doubts {
    MetricIndex uncertainty;  // undefined: not about waiting between processes
    MetricIndex unproved;
    MetricIndex late;  // undefined: nobody begins late
  };

  // Adds them to the catalogue, which has all others by then and refers to this one's texts.
  // `late`: who begins late, in words; empty: nobody.
  DoubtMetrics(MetricCatalogue& catalogue, const std::string& late);
  DoubtMetrics(const DoubtMetrics&) = delete;
  DoubtMetrics& operator=(const DoubtMetrics&) = delete;

  [[nodiscard]] Doubts about(MetricIndex metric) const {
    return metric.index() < doubts_.size() ? doubts_[metric.index()] : Doubts{};
  }
  [[nodiscard]] const Doubts& roots() const { return roots_; }

 private:
  void add(MetricIndex metric, MetricCatalogue& catalogue, const std::string& late);

  std::deque<std::string> texts_;
  Doubts roots_;
  std::vector<Doubts> doubts_;  // by metric
};

class ClockUncertainty {
 public:
  // The correction knows widths. All must outlive this.
  ClockUncertainty(const ClockCorrection& correction, const Definitions& definitions,
                   MetricCatalogue& catalogue);

  // Charges what is in doubt about a charge, unless it is no waiting between processes.
  void charge(const Charge& charge, SeverityTable& severities) const;

 private:
  // Of a wait; without a cause, against whoever is known worst.
  [[nodiscard]] Duration error_of(const Charge& charge) const;
  // What of it had passed before the recording began of who was waited for, as far as the
  // correction adds that.
  [[nodiscard]] Duration before_recording(const Charge& charge) const;
  // Undefined: nobody in particular.
  [[nodiscard]] ProcessId cause_of(const Charge& charge) const;

  const ClockWidths& widths_;
  const Definitions& definitions_;
  DoubtMetrics metrics_;
  struct Late {
    Timestamp begins;  // zero: not late
    Duration added;
  };
  std::vector<Late> late_;  // by process
};

}  // namespace lull::analysis
