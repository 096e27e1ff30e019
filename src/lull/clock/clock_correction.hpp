// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Which times of a trace to believe: as they are, by its measured offsets, or by what messages say.
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
  Messages   // an estimate
};
[[nodiscard]] std::string_view name_of(ClockSource source);

// For each location, how its clock is mapped: what CorrectedTrace takes.
using ClockOffsets = std::vector<std::vector<ClockOffset>>;

struct ClockCorrection {
  ClockSource source = ClockSource::Measured;
  ClockOffsets offsets{};  // of Messages, and measured ones by node
  bool by_node = false;    // one clock for each node is taken; else one for each process
  bool holds_all = true;   // nothing arrives before it was sent under these offsets
  // Where clocks were set while the program ran: of the first process of the node, with one clock
  // for each of these.
  struct Step {
    ProcessId process;
    Timestamp time;   // its own
    Duration height;  // by how much more it is corrected from then on
  };
  std::vector<Step> steps{};
  ClockEstimate estimate{};  // where there are steps: what offsets are made of
  // By process, where clocks are set forward as they did not go in straight lines: of times that
  // offsets have corrected. Empty: nowhere.
  ClockOffsets pushes{};
  std::uint64_t jumps = 0;
  Duration greatest_push{};
  std::uint64_t contradictions = 0;
  // How well clocks are known; null where messages were not asked, or have nothing to correct.
  std::shared_ptr<const ClockWidths> widths{};
  std::vector<ClockTies> ties{};  // by process, of Messages
  // Whose recording begins long after the others' on these clocks, and not as it was recorded: that
  // others wait for them at first follows from the correction alone.
  struct LateBeginning {
    ProcessId process;
    Timestamp begins;  // corrected
    Duration late;     // after the first one has begun
    Duration added;    // of it, what the correction adds
  };
  std::vector<LateBeginning> late_beginnings{};  // the latest first; of Messages
  std::optional<Timestamp> begin{};              // of the first event, corrected; of Messages
};

// Whether both take the same of what the trace has: no estimate, nothing set forward.
[[nodiscard]] bool same_as_recorded(const ClockCorrection& one, const ClockCorrection& other);

// Those that it maps times by: those of the definitions, or its own.
[[nodiscard]] const ClockOffsets& offsets_taken(const ClockCorrection& correction,
                                                const Definitions& definitions);

// Makes offsets and steps of its estimate.
void apply_estimate(ClockCorrection& correction, const Definitions& definitions);

// Of an estimate whose clocks are those of nodes, or of processes. Whole ticks, and no time below
// the beginning of all clocks.
[[nodiscard]] ClockOffsets offsets_of(const ClockEstimate& estimate, bool by_node,
                                      const Definitions& definitions);

// By how much messages of the hulls, by process, are reversed under these offsets at most; null: as
// they are.
[[nodiscard]] Duration worst_of(const ClockHulls& hulls, const ClockOffsets* offsets,
                                const Definitions& definitions);
// By how much messages are reversed in all, those of hulls of pieces of time, in ticks.
[[nodiscard]] double violation_of(const TimedClockHulls& hulls, const ClockOffsets& offsets,
                                  const Definitions& definitions);
// Whether no message of the hulls, by process, is reversed under these offsets; null: as they are.
[[nodiscard]] bool hold(const ClockHulls& hulls, const ClockOffsets* offsets,
                        const Definitions& definitions);

// Measured offsets where they violate nothing, those of nodes before those of processes; else raw
// times where they do not; else lines from messages, one for each node, or process; with steps
// where there are no such lines. Where nothing satisfies all messages, of lines and measured
// offsets what violates them by less.
[[nodiscard]] ClockCorrection choose_clocks(const ClockObservations& observations,
                                            const Definitions& definitions);
// What messages say, whatever else there is.
[[nodiscard]] ClockCorrection clocks_from_messages(const ClockObservations& observations,
                                                   const Definitions& definitions);

}  // namespace lull
