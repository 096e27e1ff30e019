// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/global/last_sends.hpp"

#include <algorithm>

namespace lull {

bool LastSends::will_send(const MessageChannel& channel, std::span<const std::uint64_t> positions) {
  if (!is_read_) read();
  const auto found = sends_.find(channel);
  if (found == sends_.end()) return false;
  return std::ranges::any_of(found->second, [&](const Last& last) {
    return last.position >= positions[last.location.index()];
  });
}

void LastSends::read() {
  is_read_ = true;
  const Definitions& definitions = source_.definitions();
  const auto process_of = [&](LocationId location) {
    return definitions.locations[location.index()].process;
  };
  for (std::size_t i = 0; i < definitions.location_count(); ++i) {
    const LocationId location(i);
    std::uint64_t position = 0;
    const auto note = [&](const auto& send) {
      const LocationId receiver =
          definitions.location_of(send.communicator, send.receiver, location);
      if (!receiver.defined()) return;
      auto& lasts =
          sends_[{process_of(location), process_of(receiver), send.communicator, send.tag}];
      if (lasts.empty() || lasts.back().location != location) lasts.push_back({location, 0});
      lasts.back().position = position;
    };
    const auto cursor = source_.open(location, select_all_events());
    for (auto events = cursor->next(); !events.empty(); events = cursor->next())
      for (const Event& event : events) {
        if (const auto* send = std::get_if<MpiSend>(&event.body)) note(*send);
        if (const auto* send = std::get_if<MpiIsend>(&event.body)) note(*send);
        ++position;
      }
  }
}

}  // namespace lull
