// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Brings mail between the processes of an analysis, all of it at once at the end of a slice of
// time, and with it what they have to agree about.
#pragma once

#include <cstdint>
#include <span>

#include "lull/analysis/outbox.hpp"
#include "lull/analysis/partners.hpp"

namespace lull::analysis {

// About the slice that was replayed: of one process, or of all of them.
struct Agreement {
  std::uint64_t events = 0;       // handled
  Timestamp next = kEndOfTime;    // the earliest event that was not
  Timestamp posted = kEndOfTime;  // every send before it is in the mail
  std::uint64_t unfinished = 0;   // processes of the program with more events

  Agreement& operator+=(const Agreement& other);
};

// Takes what is for others out of `outgoing` and puts what others have for this process into
// `arrived`. Returns what holds for all of them.
[[nodiscard]] Agreement exchange_mail(Partners& partners, std::span<Outbox> outgoing,
                                      Outbox& arrived, const Agreement& mine);

}  // namespace lull::analysis
