// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Exchanges mail between the processes of an analysis, for a whole slice of time at once while the
// next one is replayed, and with it the numbers that they have to agree on.
#pragma once

#include <cstdint>
#include <span>

#include "lull/analysis/distribution/outbox.hpp"
#include "lull/analysis/distribution/partners.hpp"

namespace lull::analysis {

// State of the replayed slice, for one process or for all.
struct Agreement {
  std::uint64_t events = 0;       // number of events handled
  Timestamp next = kEndOfTime;    // the earliest event not handled yet
  Timestamp posted = kEndOfTime;  // every send before it is in the mail
  std::uint64_t unfinished = 0;   // processes of the program with more events
  std::uint64_t mail = 0;         // operations posted but not matched
};

// Takes mail for other processes out of `outgoing`, and returns while it travels.
void start_exchange(Partners& partners, std::span<Outbox> outgoing, const Agreement& mine);
// Waits for mail from the other processes and puts the part for this process into `arrived`.
// Returns the values combined over all of them.
[[nodiscard]] Agreement finish_exchange(Partners& partners, Outbox& arrived);

}  // namespace lull::analysis
