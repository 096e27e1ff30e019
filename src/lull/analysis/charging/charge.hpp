// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Charges one by one, for users that need more than sums (AnalysisOptions::keep_charges).
#pragma once

#include "lull/analysis/events/operations.hpp"
#include "lull/analysis/metrics/severity.hpp"

namespace lull::analysis {

// When a call began to wait and for which call, as reported by patterns in addition to the sums.
struct WaitedFor {
  WaitedFor() = default;
  // Waiting since then without a known cause.
  explicit WaitedFor(Timestamp begin) : since(begin) {}
  WaitedFor(Timestamp begin, const CallInstance& call)
      : since(begin), cause{call.location, call.path} {}
  WaitedFor(Timestamp begin, const CallPathOnLocation& call) : since(begin), cause(call) {}

  Timestamp since = kEndOfTime;  // not reported
  CallPathOnLocation cause;      // undefined: no call
};

// The part of a wait that one cause accounts for.
struct CausedPart {
  Duration waiting;
  WaitedFor waited_for;
};

// Returns the start of a wait. If none was reported, that is the start of the call or, if time
// before the call is charged, the start of that time.
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

// The compound event that is being published, if it can name its participants.
struct PublishedEvent {
  const void* event = nullptr;
  void (*describe)(const void* event, Participants& participants) = nullptr;
};

// A charge passed to the observers. Valid during the call only.
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
