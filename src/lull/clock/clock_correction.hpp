// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The choice of a trace's times: as recorded, corrected by its measured offsets, or by an estimate
// from its messages.
//
// The layer brings all locations to one clock. CorrectedTrace maps the times of a source by offsets
// (TimeMap). Convex hulls keep what messages say about two clocks (ClockObservations, hulls/);
// estimate_clocks() fits straight lines to them (solver/), find_breaks() finds clocks that were
// set. logical/ sets forward what still violates an ordering. ClockWidths knows how far clocks may
// be off. clock_search/ reads traces for all of that.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "lull/clock/clock_estimate.hpp"
#include "lull/clock/clock_observations.hpp"
#include "lull/trace/definitions/definitions.hpp"

namespace lull {

class ClockWidths;

enum class ClockSource : std::uint8_t {
  Measured,  // the offsets in the trace
  Raw,       // no correction
  Messages   // an estimate from messages
};
[[nodiscard]] std::string_view name_of(ClockSource source);

// The offsets of each location's clock, as CorrectedTrace takes them.
using ClockOffsets = std::vector<std::vector<ClockOffset>>;

struct ClockCorrection {
  ClockSource source = ClockSource::Measured;
  ClockOffsets offsets{};  // for Messages, and for measured offsets by node
  bool by_node = false;    // one clock for each node, or for each process
  bool holds_all = true;   // no message is reversed under these offsets
  // A time at which a clock was set while the program ran; with one clock per node, `process` is
  // the node's first process.
  struct Step {
    ProcessId process;
    Timestamp time;   // on its own clock
    Duration height;  // additional correction from then on
  };
  std::vector<Step> steps{};
  ClockEstimate estimate{};  // the source of the offsets, where there are steps
  // Indexed by process: further corrections where clocks are set forward because straight lines do
  // not suffice; they apply to times that offsets have corrected. Empty: none.
  ClockOffsets pushes{};
  std::uint64_t jumps = 0;
  Duration greatest_push{};
  std::uint64_t contradictions = 0;
  // How precisely clocks are known; null where messages were not used, or correct nothing.
  std::shared_ptr<const ClockWidths> widths{};
  std::vector<ClockTies> ties{};  // indexed by process; for Messages
  // A process whose recording begins long after the others' on the corrected clocks, but not as
  // recorded: that others wait for it at first results from the correction alone.
  struct LateBeginning {
    ProcessId process;
    Timestamp begins;  // corrected
    Duration late;     // after the first process has begun
    Duration added;    // the part added by the correction
  };
  std::vector<LateBeginning> late_beginnings{};  // for Messages; latest first
  std::optional<Timestamp> begin{};              // the first event's, corrected; for Messages
};

// Returns whether both use the trace's times in the same way: no estimate, nothing set forward.
[[nodiscard]] bool same_as_recorded(const ClockCorrection& one, const ClockCorrection& other);

// Returns the offsets in use: the definitions' or the correction's.
[[nodiscard]] const ClockOffsets& offsets_taken(const ClockCorrection& correction,
                                                const Definitions& definitions);

// Computes offsets and steps from the estimate.
void apply_estimate(ClockCorrection& correction, const Definitions& definitions);

// Returns the offsets of an estimate for node clocks or process clocks, in whole ticks, so that no
// corrected time is negative.
[[nodiscard]] ClockOffsets offsets_of(const ClockEstimate& estimate, bool by_node,
                                      const Definitions& definitions);

// Returns the largest reversal of a message in the hulls, by process, under these offsets; null: as
// recorded.
[[nodiscard]] Duration worst_of(const ClockHulls& hulls, const ClockOffsets* offsets,
                                const Definitions& definitions);
// Returns the sum of all reversals in hulls of pieces of time, in ticks.
[[nodiscard]] double violation_of(const TimedClockHulls& hulls, const ClockOffsets& offsets,
                                  const Definitions& definitions);
// Returns whether no message in the hulls, by process, is reversed under these offsets; null: as
// recorded.
[[nodiscard]] bool hold(const ClockHulls& hulls, const ClockOffsets* offsets,
                        const Definitions& definitions);

// Chooses measured offsets if they violate nothing, node offsets before process offsets; else raw
// times if they violate nothing; else lines estimated from messages, for nodes or processes; else
// such lines with steps. If nothing satisfies all messages, chooses between lines and measured
// offsets by the smaller violation.
[[nodiscard]] ClockCorrection choose_clocks(const ClockObservations& observations,
                                            const Definitions& definitions);
// Returns an estimate from messages, even if other clocks would do.
[[nodiscard]] ClockCorrection clocks_from_messages(const ClockObservations& observations,
                                                   const Definitions& definitions);

}  // namespace lull
