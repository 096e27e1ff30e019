// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The ends of messages at one location and the calls that they lie in, read in one pass; for
// MessageTable, which joins them.
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
  // Of those with a process on the other side; in recorded order.
  std::vector<Send> sends;
  std::vector<Receive> receives;
  // The region instances around them.
  std::vector<CallNodeId> nodes;
  std::vector<Timestamp> enters;
  std::vector<Timestamp> leaves;
  std::vector<std::uint32_t> unfinished;  // calls that the trace does not end

  CallTree tree;       // of all regions that the location enters
  Timestamp latest;    // of all its events
  bool any = false;    // whether it has events
  std::string damage;  // why it breaks off

  // Times never go back, no operation is cancelled, and receives complete as they were posted.
  bool plain = true;
  bool uses_requests = false;
  // Has events that wait for others of the same time.
  bool waits = false;
};

// `alone`: the process has no other location. Any thread.
[[nodiscard]] LocationMessages read_messages(const TraceSource& source, LocationId location,
                                             bool alone);

}  // namespace lull
