// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Random messages between processes of several threads each, on few channels: requests complete in
// any order, by any thread, or never; calls overlap; some are cancelled. And which receive takes
// which message, by the rule as it is written down (posting_order.hpp), in the plainest way.
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
  std::size_t operations = 60;  // of each thread
  bool cancel = true;           // some sends, too
  // All sends are before all receives; else clocks contradict each other.
  bool sends_first = true;
};

// Two processes.
[[nodiscard]] std::unique_ptr<MemoryTrace> random_receives(
    std::uint64_t seed, const RandomReceivesOptions& options = {});

using EventPlace = std::pair<LocationId, std::uint64_t>;  // with its position

struct MatchedMessages {
  std::map<EventPlace, EventPlace> send_of;  // by receive
  // Which message of its channel each send and each receive is.
  std::map<EventPlace, std::pair<MessageChannel, std::uint64_t>> number_of;
};

[[nodiscard]] MatchedMessages match_by_posting(const MemoryTrace& trace);

}  // namespace lull::support
