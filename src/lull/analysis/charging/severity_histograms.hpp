// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Charge observer: counts each severity in the histogram of its metric.
#pragma once

#include "lull/analysis/charging/charge_observer.hpp"

namespace lull::analysis {

class SeverityHistograms {
 public:
  void set_up(const ChargeSetup& /*setup*/) {}
  void work_for(WorkerResults& worker) {
    by_metric_ = worker.histograms.empty() ? nullptr : worker.histograms.data();
  }
  void observe(const ChargeView& charge, const Severity& /*sum*/) {
    if (by_metric_ != nullptr) by_metric_[charge.metric.index()].add(charge.waiting.ticks);
  }

 private:
  SeverityHistogram* by_metric_ = nullptr;
};

}  // namespace lull::analysis
