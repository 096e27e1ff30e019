// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// How long calls wait for non-blocking collective operations. A call that completes several
// operations waits once: for the one that it has to wait for longest, of several the first.
#pragma once

#include <algorithm>
#include <span>

#include "lull/patterns/mpi/late_sender.hpp"

namespace lull::patterns {

// How long the call that completed the operation lasted before the last member that this one needs
// had begun; zero for calls that do not wait (MPI_Test and its kin).
[[nodiscard]] inline Duration collective_waiting(const analysis::CompletedCollective& operation) {
  const analysis::Completion& completion = operation.completion;
  if (!operation.waits || completion.kind == analysis::CallKind::Test) return {};
  return overlap(completion.call, completion.call.enter, operation.awaited.enter);
}

// The one of a call's collective operations that makes it wait longest.
[[nodiscard]] inline const analysis::CompletedCollective& longest_wait(
    std::span<const analysis::CompletedCollective> collectives) {
  return *std::ranges::max_element(collectives, {}, collective_waiting);
}

// Whether the message makes its call wait longer than the collective operation does.
[[nodiscard]] inline bool waits_longer(const analysis::Message& message,
                                       const analysis::CompletedCollective& collective) {
  const Duration for_message = late_sender_waiting(message);
  const Duration for_collective = collective_waiting(collective);
  if (for_message != for_collective) return for_collective < for_message;
  return message.receive.completion.place < collective.completion.place;
}

}  // namespace lull::patterns
