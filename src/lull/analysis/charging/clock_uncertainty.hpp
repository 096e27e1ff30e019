// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Uncertainty that remains after clock correction, summed up like severities: for each wait state,
// the possible error of the two clocks relative to each other and the part that may therefore not
// be waiting at all; and the time waited for a process whose recording had not begun. Each metric
// of waiting between processes has such metrics, below one root for each of the two kinds.
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
// Ids of the uncertainty metrics of a metric.
[[nodiscard]] std::string uncertainty_of(std::string_view metric);
[[nodiscard]] std::string unproved_part_of(std::string_view metric);
[[nodiscard]] std::string late_recording_of(std::string_view metric);

class DoubtMetrics {
 public:
  struct Doubts {
    MetricIndex uncertainty;  // undefined: not waiting between processes
    MetricIndex unproved;
    MetricIndex late;  // undefined: no process begins late
  };

  // Adds the metrics to the catalogue, which must contain all others and refers to the texts in
  // this object. `late`: names of the processes that begin late, or empty.
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
  // The correction provides error bounds. All arguments must outlive this object.
  ClockUncertainty(const ClockCorrection& correction, const Definitions& definitions,
                   MetricCatalogue& catalogue);

  // Charges the uncertainty of a charge, unless it is not waiting between processes.
  void charge(const Charge& charge, SeverityTable& severities) const;

 private:
  // Returns the error of a wait; without a cause, relative to the process with the largest error.
  [[nodiscard]] Duration error_of(const Charge& charge) const;
  // Returns the part of the wait before the recording of the awaited process began, limited to the
  // time that the correction adds.
  [[nodiscard]] Duration before_recording(const Charge& charge) const;
  // Returns an undefined id if the cause is not a particular process.
  [[nodiscard]] ProcessId cause_of(const Charge& charge) const;

  const ClockWidths& widths_;
  const Definitions& definitions_;
  DoubtMetrics metrics_;
  struct Late {
    Timestamp begins;  // zero: not late
    Duration added;
  };
  std::vector<Late> late_;  // indexed by process
};

}  // namespace lull::analysis
