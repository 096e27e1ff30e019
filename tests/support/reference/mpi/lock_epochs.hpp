// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Passive epochs of one-sided communication, and the order in which they had their locks.
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
    std::vector<ProcessId> awaited{};  // targets that it needs
  };
  std::vector<Call> calls;
};

// The place of each in that order. Those that never ended have none that means anything.
[[nodiscard]] std::vector<std::size_t> lock_order(const TraceModel& model,
                                                  const std::vector<LockEpoch>& epochs);

}  // namespace lull::reference
