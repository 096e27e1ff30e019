// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Charge observer: also charges each wait to the call that caused it, and to the pair of processes
// in the communication matrix.
#pragma once

#include "lull/analysis/charging/caused_waiting.hpp"
#include "lull/analysis/charging/charge_observer.hpp"

namespace lull::analysis {

class CausedCharges {
 public:
  void set_up(const ChargeSetup& setup) {
    caused_ = setup.caused;
    severities_ = setup.severities;
    pairs_ = setup.pairs;
  }
  void observe_part(const ChargeView& charge) {
    if (caused_ == nullptr) return;
    const auto& [metric, call, waiting, waited_for, published] = charge;
    if (caused_->charge(metric, waiting, waited_for, *severities_) && pairs_->wanted())
      pairs_->add_wait(metric, waited_for.cause.location, call.location, waiting);
  }

 private:
  const CausedWaiting* caused_ = nullptr;
  SeverityTable* severities_ = nullptr;
  PairWindow* pairs_ = nullptr;
};

}  // namespace lull::analysis
