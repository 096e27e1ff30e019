// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The message ends of one location and their enclosing calls, read in one pass; MessageTable joins
// them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lull/trace/rules/call_tree.hpp"
#include "lull/trace/rules/message_channel.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull {

struct LocationMessages {
  static constexpr std::uint32_t kNoCall = ~std::uint32_t{0};
  struct Send {
    Timestamp time;
    std::uint32_t channel = 0;
    std::uint32_t call = kNoCall;
  };
  struct Receive {
    Timestamp time;
    std::uint32_t channel = 0;
    std::uint32_t call = kNoCall;
    std::uint64_t length = 0;  // bytes
  };

  std::vector<MessageChannel> channels;
  // Only messages with a partner process, in recorded order.
  std::vector<Send> sends;
  std::vector<Receive> receives;
  // The enclosing region instances.
  std::vector<CallNodeId> nodes;
  std::vector<Timestamp> enters;
  std::vector<Timestamp> leaves;
  std::vector<std::uint32_t> unfinished;  // calls that have no end in the trace

  CallTree tree;       // all regions that the location enters
  Timestamp latest;    // latest time of all events
  bool any = false;    // whether it has events
  std::string damage;  // why the location ends early

  // Times never go backwards, no operation is cancelled, and receives complete in posting order.
  bool plain = true;
  bool uses_requests = false;
  // True if events wait for others at the same time.
  bool waits = false;
};

// `alone`: the process has no other location. Thread-safe.
[[nodiscard]] LocationMessages read_messages(const TraceSource& source, LocationId location,
                                             bool alone);

}  // namespace lull
