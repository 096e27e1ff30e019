// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Charge observer: sums up the parts of charges that lie outside the focus. A part before the focus
// is known at once; for a part after it the end of the focus may not be known yet, and these few
// charges are kept until it is.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "lull/analysis/charging/caused_waiting.hpp"
#include "lull/analysis/charging/charge_observer.hpp"
#include "lull/analysis/charging/clock_uncertainty.hpp"

namespace lull::analysis {

// Shared by all threads; changes between slices only.
struct FocusBorders {
  Timestamp from;                // time before it is outside
  Timestamp until = kEndOfTime;  // charges that end later may be outside
  bool settled = false;          // time after `until` is outside
  std::vector<Timestamp> ends;   // by process, until settled: like `until`
};

class OutsideCharges {
 public:
  void set_up(const ChargeSetup& setup) {
    borders_ = setup.focus;
    definitions_ = setup.definitions;
    caused_ = setup.caused;
    uncertainty_ = setup.uncertainty;
  }
  void observe_part(const ChargeView& charge) {
    if (borders_ == nullptr) return;
    const Timestamp begin = charge.begin();
    const Timestamp end = begin + charge.waiting;
    if (begin >= borders_->from && end <= borders_->until) [[likely]]
      return;
    cut(charge.copy(), begin, end);
  }
  [[nodiscard]] bool wanted() const { return borders_ != nullptr; }
  // Drops charges that end before that time: they are not after the focus.
  void forget_until(Timestamp time) {
    std::erase_if(open_,
                  [time](const Charge& charge) { return charge.begin() + charge.waiting <= time; });
  }
  // Ends the focus at `to`: no charge needs to be kept any longer.
  void settle(Timestamp to) {
    for (const Charge& charge : std::exchange(open_, {})) add_after(charge, to);
  }

  [[nodiscard]] const SeverityTable& severities() const { return severities_; }

 private:
  void cut(const Charge& charge, Timestamp begin, Timestamp end) {
    if (begin < borders_->from) add(charge, std::min(end, borders_->from) - begin);
    if (end <= borders_->until) return;
    if (borders_->settled) return add_after(charge, borders_->until);
    const ProcessId process = definitions_->locations[charge.call.location.index()].process;
    if (!process.defined() || end > borders_->ends[process.index()]) open_.push_back(charge);
  }
  void add_after(const Charge& charge, Timestamp to) {
    const Timestamp begin = charge.begin();
    const Timestamp end = begin + charge.waiting;
    if (end > to) add(charge, end - std::max(begin, to));
  }
  void add(const Charge& charge, Duration outside) {
    severities_.add(charge.metric, charge.call.location, charge.call.path, outside.ticks);
    caused_->charge(charge.metric, outside, charge.waited_for, severities_);
    if (uncertainty_ != nullptr && outside == charge.waiting)
      uncertainty_->charge(charge, severities_);
  }

  const FocusBorders* borders_ = nullptr;
  const Definitions* definitions_ = nullptr;
  const CausedWaiting* caused_ = nullptr;
  const ClockUncertainty* uncertainty_ = nullptr;
  SeverityTable severities_;
  std::vector<Charge> open_;
};

}  // namespace lull::analysis
