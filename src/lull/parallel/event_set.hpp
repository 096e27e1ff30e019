// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A set of events sent together, each in one or more roles: "the send", "the enter event of its
// call". An event with several roles is sent once (PEARL, section 4.5).
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "lull/parallel/mpi_interface.hpp"
#include "lull/parallel/remote_event.hpp"

namespace lull::parallel {

// Chosen by the tool: a number, or an element of its own enumeration.
using Role = std::uint32_t;

class EventsByRole {
 public:
  // Null if no event has the role.
  template <class AnyRole>
  [[nodiscard]] const RemoteEvent* find(AnyRole role) const {
    return find_role(static_cast<Role>(role));
  }
  // Throws std::out_of_range if no event has the role.
  template <class AnyRole>
  [[nodiscard]] const RemoteEvent& at(AnyRole role) const {
    return events_[roles_.at(static_cast<Role>(role))];
  }
  // Returns indices into events(), by role.
  [[nodiscard]] const std::map<Role, std::size_t>& roles() const { return roles_; }
  // Returns each event once.
  [[nodiscard]] const std::vector<RemoteEvent>& events() const { return events_; }
  [[nodiscard]] bool empty() const { return roles_.empty(); }

  [[nodiscard]] Bytes pack() const;

 protected:
  void put(Role role, RemoteEvent event);
  void unpack(const Bytes& bytes);

 private:
  [[nodiscard]] const RemoteEvent* find_role(Role role) const;

  std::vector<RemoteEvent> events_;
  std::map<Role, std::size_t> roles_;
};

// The sender's side.
class EventSet : public EventsByRole {
 public:
  // Replaces an event that already has the role.
  template <class AnyRole>
  void add(AnyRole role, const LocalTrace& trace, const LocalTrace::iterator& event) {
    put(static_cast<Role>(role), RemoteEvent(trace, event));
  }
  template <class AnyRole>
  void add(AnyRole role, const RemoteEvent& event) {
    put(static_cast<Role>(role), event);
  }
  // Blocks like MPI_Send.
  void send(int destination, int tag, MPI_Comm communicator) const;
};

// The receiver's side.
class RemoteEventSet : public EventsByRole {
 public:
  RemoteEventSet() = default;
  explicit RemoteEventSet(const Bytes& bytes) { unpack(bytes); }
  // Receives what EventSet::send() sent; blocks like MPI_Recv.
  RemoteEventSet(int source, int tag, MPI_Comm communicator);
};

}  // namespace lull::parallel
