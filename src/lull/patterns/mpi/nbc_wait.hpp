// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Waiting times of calls for non-blocking collective operations. A call that completes several
// operations waits once: for the operation with the longest wait, or the first such operation.
#pragma once

#include <algorithm>
#include <span>

#include "lull/patterns/mpi/late_sender.hpp"

namespace lull::patterns {

// Returns how long the call that completed the operation lasted before the last member that it
// needs had begun; zero for calls that do not wait (MPI_Test and the like).
[[nodiscard]] inline Duration collective_waiting(const analysis::CompletedCollective& operation) {
  const analysis::Completion& completion = operation.completion;
  if (!operation.waits || completion.kind == analysis::CallKind::Test) return {};
  return overlap(completion.call, completion.call.enter, operation.awaited.enter);
}

// Returns the collective operation of a call that makes it wait longest.
[[nodiscard]] inline const analysis::CompletedCollective& longest_wait(
    std::span<const analysis::CompletedCollective> collectives) {
  return *std::ranges::max_element(collectives, {}, collective_waiting);
}

// Returns whether the message makes its call wait longer than the collective operation does.
[[nodiscard]] inline bool waits_longer(const analysis::Message& message,
                                       const analysis::CompletedCollective& collective) {
  const Duration for_message = late_sender_waiting(message);
  const Duration for_collective = collective_waiting(collective);
  if (for_message != for_collective) return for_collective < for_message;
  return message.receive.completion.place < collective.completion.place;
}

}  // namespace lull::patterns
