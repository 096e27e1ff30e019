// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/global/receive_order.hpp"

namespace lull {

void ReceiveOrder::look_at(const Event& event, std::uint64_t position) {
  if (position < seen_) return;  // read again
  seen_ = position + 1;
  if (const auto* posted = std::get_if<MpiIrecvRequest>(&event.body)) {
    open_[posted->request] = position;
    open_order_[position] = posted->request;
  } else if (const auto* receive = std::get_if<MpiRecv>(&event.body)) {
    complete(position, position, {receive->sender, receive->tag, receive->communicator});
  } else if (const auto* end = std::get_if<MpiIrecv>(&event.body)) {
    const auto open = open_.find(end->request);
    const std::uint64_t when = open == open_.end() ? position : open->second;
    if (open != open_.end()) {
      open_order_.erase(when);
      open_.erase(open);
    }
    complete(when, position, {end->sender, end->tag, end->communicator});
  } else if (const auto* cancelled = std::get_if<MpiRequestCancelled>(&event.body)) {
    if (const auto open = open_.find(cancelled->request); open != open_.end()) {
      open_order_.erase(open->second);
      open_.erase(open);
    }
  }
}

void ReceiveOrder::complete(std::uint64_t posted, std::uint64_t position, const Channel& channel) {
  if (!ahead_.empty()) {
    for (const Completed& other : ahead_)
      if (other.posted > posted && other.channel == channel) ++overtaken_[other.position];
    const std::uint64_t oldest = open_order_.empty() ? position : open_order_.begin()->first;
    std::erase_if(ahead_, [&](const Completed& other) { return other.posted < oldest; });
  }
  if (!open_order_.empty() && open_order_.begin()->first < posted)
    ahead_.push_back({posted, position, channel});
}

}  // namespace lull
