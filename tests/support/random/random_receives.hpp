// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Random messages between processes of several threads each, on few channels: requests complete in
// any order, by any thread, or never; calls overlap; some are cancelled. Also determines which
// receive takes which message, by the rule in posting_order.hpp, in the simplest way.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>

#include "lull/trace/rules/message_channel.hpp"
#include "lull/trace/source/memory_trace.hpp"

namespace lull::support {

struct RandomReceivesOptions {
  std::size_t threads = 2;
  std::size_t operations = 60;  // per thread
  bool cancel = true;           // including sends
  // All sends precede all receives; otherwise clocks contradict each other.
  bool sends_first = true;
};

// Returns a trace of two processes.
[[nodiscard]] std::unique_ptr<MemoryTrace> random_receives(
    std::uint64_t seed, const RandomReceivesOptions& options = {});

using EventPlace = std::pair<LocationId, std::uint64_t>;  // and its position

struct MatchedMessages {
  std::map<EventPlace, EventPlace> send_of;  // receive → send
  // The index of each send and receive in its channel.
  std::map<EventPlace, std::pair<MessageChannel, std::uint64_t>> number_of;
};

[[nodiscard]] MatchedMessages match_by_posting(const MemoryTrace& trace);

}  // namespace lull::support
