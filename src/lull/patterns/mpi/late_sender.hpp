// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Published by LateSender: a receive that waited because its message was sent late.
#pragma once

#include "lull/analysis/events/compound_event.hpp"

namespace lull::patterns {

struct LateSenderInstance {
  static constexpr std::string_view kName = "LateSender";
  ProcessId process;  // the waiting process
  const analysis::Message& message;
  Duration waiting;

  template <class Field>
  void fields(Field&& field) const {
    field("process", process);
    field("message", message);
    field("waiting", waiting);
  }
};

// Returns how long the call that completed the receive lasted before the send was entered; zero for
// calls that do not wait (MPI_Test and the like).
[[nodiscard]] Duration late_sender_waiting(const analysis::Message& message);

}  // namespace lull::patterns
