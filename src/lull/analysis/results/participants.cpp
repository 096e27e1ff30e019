// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/results/participants.hpp"

#include <algorithm>

namespace lull::analysis {

void Participants::add(LocationId location) {
  if (location.defined() && locations.size() < kMost &&
      std::ranges::find(locations, location) == locations.end())
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

void describe(const ReceiveCall& call, Participants& participants) {
  for (const Message& message : call.messages) participants.add(message);
}

void describe(const SendCall& call, Participants& participants) {
  for (const Message& message : call.sent) participants.add(message);
  for (const Message& message : call.received) participants.add(message);
}

// The last ones to come are those that the others waited for.
void describe(const Collective& collective, Participants& participants) {
  std::vector<const CollectiveOperationPart*> members;
  for (const CollectiveOperationPart& member : collective.members) members.push_back(&member);
  const auto later = [](const auto* a, const auto* b) {
    return std::pair(b->begin, a->call.location) < std::pair(a->begin, b->call.location);
  };
  const auto end =
      members.begin() + static_cast<std::ptrdiff_t>(std::min(members.size(), Participants::kMost));
  std::partial_sort(members.begin(), end, members.end(), later);
  std::for_each(members.begin(), end,
                [&](const auto* member) { participants.add(member->call.location); });
  participants.everybody =
      collective.kind == CollectiveKind::Init || collective.kind == CollectiveKind::Finalize;
  participants.communicator = collective.communicator;
}

// As of collective operations.
void describe(const ThreadBarrier& barrier, Participants& participants) {
  std::vector<const CallInstance*> calls;
  for (const ThreadBarrier::Member& member : barrier.members) calls.push_back(&member.call);
  std::ranges::sort(calls, [](const CallInstance* a, const CallInstance* b) {
    return std::pair(b->enter, a->location) < std::pair(a->enter, b->location);
  });
  for (const CallInstance* call : calls) participants.add(call->location);
}

void describe(const LockHandover& handover, Participants& participants) {
  participants.add(handover.acquire.call.location);
  participants.add(handover.release.call.location);
}

void describe(const ParallelRegion& region, Participants& participants) {
  for (const ParallelRegion::Member& member : region.members)
    participants.add(member.call.location);
}

}  // namespace lull::analysis
