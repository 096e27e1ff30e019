// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The requests of a process that are posted and not completed. A request that stays open while
// kPatience others are posted is given up, so that memory stays bounded however many a program
// forgets. Amortised constant time for each call.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>
#include <utility>

#include "lull/analysis/operations.hpp"

namespace lull::analysis {

struct OpenRequest {
  bool send = false;
  std::uint64_t ticket = 0;   // of its operation in the queue of sends or receives, if it is there
  std::uint64_t request = 0;  // of a send: SendOperation::request
  std::uint64_t number = 0;   // of a send: SendOperation::number
  Channel channel;            // of a send
  CallInstance posted;        // of a receive: the call that posted it
};

class OpenRequests {
 public:
  static constexpr std::uint64_t kPatience = 16384;

  // `give_up(request)` for those that are not open any more by that: one that had the same
  // identifier, and one that was open for too long.
  template <class GiveUp>
  void add(std::uint64_t id, const OpenRequest& request, GiveUp give_up) {
    if (const auto same = take(id)) give_up(*same);
    requests_[id] = {next_, request};
    order_.emplace_back(next_++, id);
    while (!order_.empty()) {
      const auto [number, oldest] = order_.front();
      const auto open = requests_.find(oldest);
      const bool is_open = open != requests_.end() && open->second.first == number;
      if (is_open && number + kPatience >= next_) return;
      order_.pop_front();
      if (!is_open) continue;
      const OpenRequest overdue = open->second.second;
      requests_.erase(open);
      give_up(overdue);
    }
  }
  // Null when it is not open.
  [[nodiscard]] const OpenRequest* find(std::uint64_t id) const {
    const auto open = requests_.find(id);
    return open == requests_.end() ? nullptr : &open->second.second;
  }
  // The request, which is not open any more; none when it was not.
  std::optional<OpenRequest> take(std::uint64_t id) {
    const auto open = requests_.find(id);
    if (open == requests_.end()) return std::nullopt;
    const OpenRequest request = open->second.second;
    requests_.erase(open);
    return request;
  }
  // At the end of the trace: give_up(request) for all, in the order of posting.
  template <class GiveUp>
  void give_up_all(GiveUp give_up) {
    for (const auto& [number, id] : order_) {
      const auto open = requests_.find(id);
      if (open != requests_.end() && open->second.first == number) give_up(open->second.second);
    }
    requests_.clear();
    order_.clear();
  }

 private:
  std::unordered_map<std::uint64_t, std::pair<std::uint64_t, OpenRequest>> requests_;  // numbered
  std::deque<std::pair<std::uint64_t, std::uint64_t>> order_;  // number and identifier
  std::uint64_t next_ = 0;
};

}  // namespace lull::analysis
