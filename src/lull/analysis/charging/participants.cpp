// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/charging/participants.hpp"

#include <algorithm>

namespace lull::analysis {

void Participants::add(LocationId location) {
  if (location.defined() && !full() && std::ranges::find(locations, location) == locations.end())
    locations.push_back(location);
}

void Participants::add(const Message& message) {
  const LocationId sender = message.send.posted.location;
  const LocationId receiver = message.receive.posted.location;
  if (messages.size() == kMost || !sender.defined() || !receiver.defined()) return;
  messages.push_back({sender, message.send.time, receiver, message.receive.time});
  add(sender);
  add(receiver);
}

// The last member to begin is the one that the others waited for. Other members of the communicator
// are added when the search has ended: not every process of the analysis knows all of them.
void Collective::participants(Participants& all) const {
  all.add(last.call.location);
  all.communicator = communicator;
  all.everybody =
      !communicator.defined() && (kind == CollectiveKind::Init || kind == CollectiveKind::Finalize);
}

}  // namespace lull::analysis
