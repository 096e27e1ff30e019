// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What of the charges lies outside of the focus: before it, which is known when they come, and
// behind it, which may be known only later. These few are kept until then.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "lull/analysis/charging/caused_waiting.hpp"
#include "lull/analysis/charging/charge.hpp"
#include "lull/analysis/charging/clock_uncertainty.hpp"
#include "lull/analysis/charging/severity.hpp"
#include "lull/trace/definitions/definitions.hpp"

namespace lull::analysis {

// Shared by all threads; changes between slices only.
struct FocusBorders {
  Timestamp from;                // what is before it is outside
  Timestamp until = kEndOfTime;  // what ends later may be outside
  bool settled = false;          // what is later is outside
  std::vector<Timestamp> ends;   // by process, until that: what ends later may be outside
};

class OutsideCharges {
 public:
  // All must outlive this; `uncertainty` may be null.
  OutsideCharges(const FocusBorders& borders, const Definitions& definitions,
                 const CausedWaiting& caused, const ClockUncertainty* uncertainty)
      : borders_(borders), definitions_(definitions), caused_(caused), uncertainty_(uncertainty) {}

  void look_at(MetricIndex metric, const CallInstance& call, Duration waiting,
               const WaitedFor& waited_for) {
    const Timestamp begin = begin_of(call, waiting, waited_for);
    const Timestamp end = begin + waiting;
    if (begin >= borders_.from && end <= borders_.until) [[likely]]
      return;
    cut({metric, call, waiting, waited_for}, begin, end);
  }
  // What ends before that is not behind the focus.
  void forget_until(Timestamp time) {
    std::erase_if(open_,
                  [time](const Charge& charge) { return charge.begin() + charge.waiting <= time; });
  }
  // The focus ends there: nothing is left to wait for that.
  void settle(Timestamp to) {
    for (const Charge& charge : std::exchange(open_, {})) add_behind(charge, to);
  }

  [[nodiscard]] const SeverityTable& severities() const { return severities_; }

 private:
  void cut(const Charge& charge, Timestamp begin, Timestamp end) {
    if (begin < borders_.from) add(charge, std::min(end, borders_.from) - begin);
    if (end <= borders_.until) return;
    if (borders_.settled) return add_behind(charge, borders_.until);
    const ProcessId process = definitions_.locations[charge.call.location.index()].process;
    if (!process.defined() || end > borders_.ends[process.index()]) open_.push_back(charge);
  }
  void add_behind(const Charge& charge, Timestamp to) {
    const Timestamp begin = charge.begin();
    const Timestamp end = begin + charge.waiting;
    if (end > to) add(charge, end - std::max(begin, to));
  }
  void add(const Charge& charge, Duration outside) {
    severities_.add(charge.metric, charge.call.location, charge.call.path, outside.ticks);
    caused_.charge(charge.metric, outside, charge.waited_for, severities_);
    if (uncertainty_ != nullptr && outside == charge.waiting)
      uncertainty_->charge(charge, severities_);
  }

  const FocusBorders& borders_;
  const Definitions& definitions_;
  const CausedWaiting& caused_;
  const ClockUncertainty* uncertainty_;
  SeverityTable severities_;
  std::vector<Charge> open_;
};

}  // namespace lull::analysis
