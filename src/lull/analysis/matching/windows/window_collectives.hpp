// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Joins the members of operations on whole windows: the n-th operations of all processes belong
// together. For fences, also collects the transfers of the ending epoch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "lull/analysis/events/window_events.hpp"
#include "lull/analysis/matching/matcher.hpp"

namespace lull::analysis {

// Handles one window.
class WindowCollectives {
 public:
  // Takes create, free and fence in the order of their process.
  void take(const WindowOperation& operation, Bus& bus);
  // A transfer that the next fence of its origin ends.
  void add_transfer(const WindowOperation& transfer);
  // Gives up operations that lag far behind the most advanced process.
  void checkpoint();
  void finish();
  [[nodiscard]] std::uint64_t incomplete() const { return incomplete_; }
  // Returns whether all members have freed the window and done nothing since then.
  [[nodiscard]] bool freed() const { return freed_ && waiting_.empty(); }

 private:
  static constexpr std::uint64_t kPatience = 64;
  // The transfers of an epoch from one process to another.
  struct Access {
    ProcessId origin;
    ProcessId target;
    CallInstance last;  // the last to end
  };
  struct Operation {
    WindowOperation::Kind kind = WindowOperation::Kind::Fence;
    bool agreed = true;  // all members make the same call
    std::vector<WindowMember> members;
    std::vector<Access> accesses;
  };
  struct Process {
    std::uint64_t number = 0;      // number of its next operation
    std::vector<Access> accesses;  // in this epoch; several for each target until they are merged
    std::size_t merged = 0;        // number of accesses after the last merge

    void merge();
  };

  static void publish(Operation& operation, WindowId window, Bus& bus);
  static void add_accesses(Operation& operation);
  static void add_partners(Operation& operation);

  std::unordered_map<ProcessId, Process> processes_;
  std::map<std::uint64_t, Operation> waiting_;  // by number
  std::uint64_t first_ = 0;                     // smaller numbers were given up
  std::uint64_t ahead_ = 0;
  bool freed_ = false;  // true if the last complete operation freed it
  std::uint64_t incomplete_ = 0;
};

}  // namespace lull::analysis
