// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Brings mail between the processes of an analysis, all of a slice of time at once and while the
// next one is replayed, and with it what they have to agree about.
#pragma once

#include <cstdint>
#include <span>

#include "lull/analysis/distribution/outbox.hpp"
#include "lull/analysis/distribution/partners.hpp"

namespace lull::analysis {

// About the slice that was replayed: of one process, or of all of them.
struct Agreement {
  std::uint64_t events = 0;       // handled
  Timestamp next = kEndOfTime;    // the earliest event that was not
  Timestamp posted = kEndOfTime;  // every send before it is in the mail
  std::uint64_t unfinished = 0;   // processes of the program with more events
  std::uint64_t mail = 0;         // operations that were posted and not matched
};

// Takes what is for others out of `outgoing`, and goes on while it travels.
void start_exchange(Partners& partners, std::span<Outbox> outgoing, const Agreement& mine);
// Waits for what the others have started; puts what they have for this process into `arrived`.
// Returns what holds for all of them.
[[nodiscard]] Agreement finish_exchange(Partners& partners, Outbox& arrived);

}  // namespace lull::analysis
