// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Receives take messages in the order in which they were posted, but complete in any order, and
// only then tell whose messages they take. This finds the receives that overtook others.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "lull/trace/event.hpp"

namespace lull {

class ReceiveOrder {
 public:
  // The next event of the location.
  void look_at(const Event& event, std::uint64_t position);

  // How many receives of the same channel were posted before the one at `position` and complete
  // behind it, as far as the location has been read.
  [[nodiscard]] std::uint32_t overtaken(std::uint64_t position) const {
    if (overtaken_.empty()) [[likely]]
      return 0;
    const auto found = overtaken_.find(position);
    return found == overtaken_.end() ? 0 : found->second;
  }

 private:
  struct Channel {
    std::uint32_t sender = 0;
    std::uint32_t tag = 0;
    CommunicatorId communicator;
    friend bool operator==(const Channel&, const Channel&) = default;
  };
  struct Completed {
    std::uint64_t posted = 0;
    std::uint64_t position = 0;
    Channel channel;
  };
  void complete(std::uint64_t posted, std::uint64_t position, const Channel& channel);

  std::unordered_map<std::uint64_t, std::uint64_t> open_;  // when it was posted, by request
  std::map<std::uint64_t, std::uint64_t> open_order_;      // request, by when it was posted
  std::vector<Completed> ahead_;                           // of receives that are still open
  std::unordered_map<std::uint64_t, std::uint32_t> overtaken_;
  std::uint64_t seen_ = 0;
};

}  // namespace lull
