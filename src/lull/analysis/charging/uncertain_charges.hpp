// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Charge observer: charges the uncertainty that the clocks cause in each wait.
#pragma once

#include "lull/analysis/charging/charge_observer.hpp"
#include "lull/analysis/charging/clock_uncertainty.hpp"

namespace lull::analysis {

class UncertainCharges {
 public:
  void set_up(const ChargeSetup& setup) {
    uncertainty_ = setup.uncertainty;
    severities_ = setup.severities;
  }
  void observe_part(const ChargeView& charge) {
    if (uncertainty_ != nullptr) [[unlikely]]
      add(charge);
  }

 private:
  [[gnu::noinline]] void add(const ChargeView& charge) {
    uncertainty_->charge(charge.copy(), *severities_);
  }

  const ClockUncertainty* uncertainty_ = nullptr;
  SeverityTable* severities_ = nullptr;
};

}  // namespace lull::analysis
