// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Compound events as Python sees them: copies, which may be kept.
#pragma once

#include <string>
#include <vector>

#include "lull/analysis/compound_event.hpp"
#include "lull/analysis/pattern.hpp"
#include "module.hpp"

namespace lull::python {

// What a pattern in Python subscribes to and charges.
struct PythonBus {
  analysis::Bus* bus;
  // Throws ValueError for a name of no compound event.
  void subscribe(const std::string& event, const py::function& callback) const;
  // Throws KeyError for a metric that is not there.
  [[nodiscard]] analysis::MetricIndex metric(const std::string& id) const;
};

struct ReceiveCallCopy {
  ProcessId process;
  analysis::CallInstance call;
  std::vector<analysis::StoredMessage> messages;
};
struct SendCallCopy {
  analysis::CallInstance call;
  bool known = false;
  std::vector<analysis::StoredMessage> sent;
  std::vector<analysis::StoredMessage> received;
};
struct CollectiveCopy {
  analysis::CollectiveKind kind;
  CommunicatorId communicator;
  ProcessId root;
  std::vector<analysis::CollectiveMember> members;
};
struct LateSenderCopy {
  ProcessId process;
  analysis::StoredMessage message;
  std::int64_t waiting = 0;
};
struct LockHandoverCopy {
  analysis::LockOperation release;
  analysis::LockOperation acquire;
};

void add_pattern_events(py::module_& module);

}  // namespace lull::python
