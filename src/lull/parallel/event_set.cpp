// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/parallel/event_set.hpp"

#include <algorithm>
#include <utility>

#include "lull/parallel/transport.hpp"

namespace lull::parallel {

const RemoteEvent* EventsByRole::find_role(Role role) const {
  const auto found = roles_.find(role);
  return found == roles_.end() ? nullptr : &events_[found->second];
}

void EventsByRole::put(Role role, RemoteEvent event) {
  const auto same = std::ranges::find_if(events_, [&event](const RemoteEvent& other) {
    return other.location() == event.location() && other.position() == event.position();
  });
  roles_[role] = static_cast<std::size_t>(same - events_.begin());
  if (same == events_.end()) events_.push_back(std::move(event));
}

Bytes EventsByRole::pack() const {
  Packer packer;
  packer.put(events_.size());
  for (const RemoteEvent& event : events_) event.pack(packer);
  packer.put(roles_.size());
  for (const auto& [role, place] : roles_) {
    packer.put(role);
    packer.put(place);
  }
  return packer.take();
}

void EventsByRole::unpack(const Bytes& bytes) {
  Unpacker unpacker(bytes);
  for (auto events = unpacker.get<std::size_t>(); events > 0; --events)
    events_.push_back(RemoteEvent::unpack(unpacker));
  for (auto roles = unpacker.get<std::size_t>(); roles > 0; --roles) {
    const Role role = unpacker.get<Role>();
    roles_[role] = unpacker.get<std::size_t>();
  }
}

void EventSet::send(int destination, int tag, MPI_Comm communicator) const {
  send_bytes(pack(), destination, tag, communicator);
}

RemoteEventSet::RemoteEventSet(int source, int tag, MPI_Comm communicator) {
  unpack(receive_bytes(source, tag, communicator));
}

}  // namespace lull::parallel
