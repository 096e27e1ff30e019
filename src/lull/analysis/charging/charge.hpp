// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What patterns charge, one by one, for those who ask for more than sums
// (AnalysisOptions::keep_charges).
#pragma once

#include "lull/analysis/events/operations.hpp"
#include "lull/analysis/metrics/severity.hpp"

namespace lull::analysis {

// Since when a call waited, and for which call it did: what patterns tell beside the sums.
struct WaitedFor {
  WaitedFor() = default;
  // Since then for nobody in particular.
  explicit WaitedFor(Timestamp begin) : since(begin) {}
  WaitedFor(Timestamp begin, const CallInstance& call)
      : since(begin), cause{call.location, call.path} {}
  WaitedFor(Timestamp begin, const CallPathOnLocation& call) : since(begin), cause(call) {}

  Timestamp since = kEndOfTime;  // not told
  CallPathOnLocation cause;      // undefined: nobody's call
};

// Of a wait, what one cause is to blame for.
struct CausedPart {
  Duration waiting;
  WaitedFor waited_for;
};

// Of a wait. When nobody told, the begin of the call; where time before the call is charged, of
// that.
[[nodiscard]] inline Timestamp begin_of(const CallInstance& call, Duration waiting,
                                        const WaitedFor& waited_for) {
  if (waited_for.since != kEndOfTime) return waited_for.since;
  return call.leave - call.enter < waiting ? call.enter + Duration{-waiting.ticks} : call.enter;
}

struct Charge {
  MetricIndex metric;
  CallInstance call;
  Duration waiting;
  WaitedFor waited_for;

  [[nodiscard]] Timestamp begin() const { return begin_of(call, waiting, waited_for); }
};

struct Participants;

// The compound event that is being published, as far as it can name its participants.
struct PublishedEvent {
  const void* event = nullptr;
  void (*describe)(const void* event, Participants& participants) = nullptr;
};

// A charge on its way to the observers. Valid during the call only.
struct ChargeView {
  MetricIndex metric;
  const CallInstance& call;
  Duration waiting;
  const WaitedFor& waited_for;
  const PublishedEvent& published;

  [[nodiscard]] Timestamp begin() const { return begin_of(call, waiting, waited_for); }
  [[nodiscard]] Charge copy() const { return {metric, call, waiting, waited_for}; }
};

}  // namespace lull::analysis
