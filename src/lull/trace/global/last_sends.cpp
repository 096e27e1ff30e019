// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/global/last_sends.hpp"

#include <algorithm>

namespace lull {

bool LastSends::will_send(const MessageChannel& channel, std::optional<std::uint64_t> number,
                          std::span<const std::uint64_t> positions) {
  if (!is_read_) read();
  const auto found = sends_.find(channel);
  if (found == sends_.end()) return false;
  if (number) return *number < found->second.number;
  return std::ranges::any_of(found->second.last, [&](const Last& last) {
    return last.position >= positions[last.location.index()];
  });
}

void LastSends::read() {
  is_read_ = true;
  Peers peers(source_.definitions());
  for (std::size_t i = 0; i < source_.definitions().location_count(); ++i)
    read(LocationId(i), peers);
}

void LastSends::read(LocationId location, Peers& peers) {
  std::uint64_t position = 0;
  std::unordered_map<std::uint64_t, MessageChannel> requests;
  const auto note = [&](const auto& send) {
    const ProcessId receiver = peers.process(send.communicator, send.receiver, location);
    if (!receiver.defined()) return;
    const MessageChannel channel{peers.process_of(location), receiver, send.communicator, send.tag};
    Sends& sends = sends_[channel];
    if (sends.last.empty() || sends.last.back().location != location)
      sends.last.push_back({location, 0});
    sends.last.back().position = position;
    ++sends.number;
    if constexpr (requires { send.request; }) requests[send.request] = channel;
  };
  const auto cursor = source_.open(location, select_all_events());
  for (auto events = cursor->next(); !events.empty(); events = cursor->next())
    for (const Event& event : events) {
      if (const auto* send = std::get_if<MpiSend>(&event.body)) note(*send);
      if (const auto* send = std::get_if<MpiIsend>(&event.body)) note(*send);
      if (const auto* complete = std::get_if<MpiIsendComplete>(&event.body))
        requests.erase(complete->request);
      if (const auto* cancelled = std::get_if<MpiRequestCancelled>(&event.body))
        if (const auto request = requests.find(cancelled->request); request != requests.end()) {
          --sends_[request->second].number;
          requests.erase(request);
        }
      ++position;
    }
}

}  // namespace lull
