// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Charge observer: adds the times of waits to the map of the run.
#pragma once

#include "lull/analysis/charging/charge_observer.hpp"

namespace lull::analysis {

class ChartedWaits {
 public:
  void set_up(const ChargeSetup& /*setup*/) {}
  void work_for(WorkerResults& worker) { window_ = worker.map_window(); }
  void observe(const ChargeView& charge, const Severity& /*sum*/) {
    if (window_ != nullptr)
      window_->add(charge.metric, charge.call.location, charge.begin(), charge.waiting);
  }

 private:
  MapWindow* window_ = nullptr;
};

}  // namespace lull::analysis
