// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The history of each window of one-sided communication: creation, fences and freeing, the epochs
// between named processes, and lock epochs.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "support/reference/mpi/lock_epochs.hpp"
#include "support/reference/trace_model.hpp"

namespace lull::reference {

struct Transfer {
  InstanceId call;
  ProcessId origin, target;
};

struct WindowCollective {
  InstanceId call;
  ProcessId process;
  Timestamp begin, end;
  CollectiveOperation operation{};
  std::vector<Transfer> ended;  // transfers of the epoch that it ends
};

struct Access {
  InstanceId start, complete;
  ProcessId process;
  std::vector<ProcessId> targets;
  std::vector<std::size_t> numbers;  // for each target: number of its start
  std::vector<Transfer> transfers;
};

struct Exposure {
  InstanceId post, wait;
  ProcessId process;
  bool waits = true;
  std::vector<ProcessId> origins;
  std::vector<std::size_t> numbers;
};

// The history of one window, process by process.
struct WindowHistory {
  std::size_t size = 0;
  std::map<ProcessId, std::vector<WindowCollective>> collectives;
  std::vector<Access> accesses;
  std::vector<Exposure> exposures;
  std::vector<LockEpoch> locks;
  std::map<ProcessId, std::vector<TimeSpan>> lives;  // when a process has the window
};

[[nodiscard]] std::map<WindowId, WindowHistory> read_windows(const TraceModel& model);

}  // namespace lull::reference
