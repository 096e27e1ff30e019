// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A set of processes, nearly always one, which takes no extra memory.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "lull/trace/event/ids.hpp"

namespace lull::analysis {

class FewProcesses {
 public:
  void add(ProcessId process) {
    if (all().empty()) {
      first_ = process;
      return;
    }
    if (all_.empty()) all_.push_back(first_);
    all_.push_back(process);
  }
  [[nodiscard]] std::span<const ProcessId> all() const {
    if (!all_.empty()) return all_;
    return {&first_, first_.defined() ? 1u : 0u};
  }
  [[nodiscard]] bool empty() const { return all().empty(); }
  [[nodiscard]] bool contains(ProcessId process) const {
    return std::ranges::find(all(), process) != all().end();
  }

 private:
  ProcessId first_;
  std::vector<ProcessId> all_;  // used if there are several
};

}  // namespace lull::analysis
