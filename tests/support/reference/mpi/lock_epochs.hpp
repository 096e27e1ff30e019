// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Passive epochs of one-sided communication, and the order in which they held their locks.
#pragma once

#include <cstddef>
#include <vector>

#include "support/reference/trace_model.hpp"

namespace lull::reference {

struct LockEpoch {
  ProcessId process, target;  // undefined: all
  bool shared = false;
  bool unchecked = false;  // NOCHECK
  bool ended = false;
  InstanceId unlock;
  struct Call {
    InstanceId id;
    ProcessId target;
    bool transfers = false;
    std::vector<ProcessId> awaited{};  // targets that it waits for
  };
  std::vector<Call> calls;
};

// Returns the place of each epoch in that order; meaningless for epochs that never ended.
[[nodiscard]] std::vector<std::size_t> lock_order(const TraceModel& model,
                                                  const std::vector<LockEpoch>& epochs);

}  // namespace lull::reference
