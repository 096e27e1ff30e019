// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/parallel/exchange.hpp"

#include <utility>

namespace lull::parallel {
namespace {

bool is_before(const RemoteEvent& a, const RemoteEvent& b) {
  return std::pair(a.time(), a.location().value) < std::pair(b.time(), b.location().value);
}
bool is_later(const RemoteEvent& a, const RemoteEvent& b) {
  return a.time() != b.time() ? a.time() > b.time() : a.location().value < b.location().value;
}

// Returns the winning event of each role.
template <class Wins>
EventSet chosen(const EventsByRole& a, const EventsByRole& b, Wins wins) {
  EventSet all;
  for (const auto& [role, place] : a.roles()) all.add(role, a.events()[place]);
  for (const auto& [role, place] : b.roles()) {
    const RemoteEvent* const other = a.find(role);
    const RemoteEvent& mine = b.events()[place];
    if (other == nullptr || wins(mine, *other)) all.add(role, mine);
  }
  return all;
}

template <class Wins>
RemoteEventSet reduced(const EventSet& mine, MPI_Comm communicator, Wins wins) {
  Bytes all = reduce_bytes(mine.pack(), communicator, [&](const Bytes& lower, const Bytes& higher) {
    return chosen(RemoteEventSet(lower), RemoteEventSet(higher), wins).pack();
  });
  broadcast_bytes(all, 0, communicator);
  return RemoteEventSet(all);
}

}  // namespace

void send(const LocalTrace& trace, const LocalTrace::iterator& event, int destination, int tag,
          MPI_Comm communicator) {
  EventSet one;
  one.add(0u, trace, event);
  one.send(destination, tag, communicator);
}

RemoteEvent receive(int source, int tag, MPI_Comm communicator) {
  return RemoteEventSet(source, tag, communicator).at(0u);
}

RemoteEventSet broadcast(const EventSet& events, int root, MPI_Comm communicator) {
  Bytes bytes = events.pack();
  broadcast_bytes(bytes, root, communicator);
  return RemoteEventSet(bytes);
}

RemoteEventSet earliest(const EventSet& mine, MPI_Comm communicator) {
  return reduced(mine, communicator, is_before);
}

RemoteEventSet latest(const EventSet& mine, MPI_Comm communicator) {
  return reduced(mine, communicator, is_later);
}

EventSet earliest(const EventsByRole& a, const EventsByRole& b) { return chosen(a, b, is_before); }

EventSet latest(const EventsByRole& a, const EventsByRole& b) { return chosen(a, b, is_later); }

}  // namespace lull::parallel
