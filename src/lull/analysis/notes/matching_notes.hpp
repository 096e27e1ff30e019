// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Results of matching: counts, unmatched operations, clock contradictions.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "lull/analysis/events/operations.hpp"

namespace lull::analysis {

using ProcessPair = std::pair<ProcessId, ProcessId>;  // from, to

struct ClockViolations {
  std::uint64_t count = 0;
  Duration greatest;

  ClockViolations& operator+=(const ClockViolations& other) {
    count += other.count;
    greatest = std::max(greatest, other.greatest);
    return *this;
  }
};

// The text that follows the number, singular and plural: "epoch was never closed.", "epochs were
// ...".
struct CountedRemark {
  std::string one;
  std::string many;
  friend auto operator<=>(const CountedRemark&, const CountedRemark&) = default;
};

struct MatchingNotes {
  std::uint64_t messages = 0;
  std::uint64_t collectives = 0;
  std::map<ProcessPair, std::uint64_t> unmatched_sends;
  std::map<ProcessPair, std::uint64_t> unmatched_receives;
  // Messages whose other end had already been given up when they were received or sent; patterns do
  // not see them.
  std::uint64_t found_too_late = 0;
  // Operations of a communicator (undefined: MPI_Init, MPI_Finalize) that some members did not
  // join.
  std::map<CommunicatorId, std::uint64_t> incomplete_collectives;
  // Messages received before they were sent, by the nodes of sender and receiver.
  std::map<std::pair<SystemNodeId, SystemNodeId>, ClockViolations> clock_violations;
  // Collective operations that a member left before another member that it needed began them.
  ClockViolations reversed_collectives;

  // Other operations without a counterpart.
  std::map<CountedRemark, std::uint64_t> remarks;

  MatchingNotes& operator+=(const MatchingNotes& other);
  [[nodiscard]] ClockViolations all_clock_violations() const;  // for messages
};

}  // namespace lull::analysis
