// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Communicators between processes that were started separately: by MPI_Comm_spawn, or that connect.
// Each side names such a communicator in its own way. The first process of the second side tells
// that of the first one a token, which both note; the archive's assembly brings the sides together
// by it. Processes that are not recorded neither get nor send one: nobody waits for long.
#pragma once

#include <mpi.h>

#include <tuple>

#include "lull/recorder/mpi/communicators.hpp"
#include "lull/recorder/mpi/wrapper.hpp"

namespace lull::recorder::mpi {

// The program is about to make processes, or lets others find it.
void announce_sides();
// A communicator of two sides has just been made out of `parent`.
void join_sides(MPI_Comm communicator, MPI_Comm parent, bool first);
// After MPI_Init, in a process that was spawned.
void join_parent();
// Two processes have met over a socket.
void join_over_socket(int socket, MPI_Comm communicator);

// Arguments are counted from the last.
template <std::size_t N, class... Arguments>
auto& from_last(const std::tuple<Arguments...>& all) {
  return std::get<sizeof...(Arguments) - 1 - N>(all);
}

// (…, communicator, inter-communicator, error codes)
struct SpawningCall {
  template <class... Arguments>
  void always_before(Arguments&...) {
    announce_sides();
  }
  template <class... Arguments>
  void always_after(Arguments&... arguments) {
    const auto all = std::tie(arguments...);
    join_sides(*from_last<1>(all), from_last<2>(all), true);
  }
};
template <>
struct Hook<Function::Comm_spawn> : SpawningCall {};
template <>
struct Hook<Function::Comm_spawn_multiple> : SpawningCall {};

template <>
struct Hook<Function::Open_port> {
  template <class... Arguments>
  void always_after(Arguments&...) {
    announce_sides();
  }
};
// (…, communicator, inter-communicator)
template <bool first>
struct MeetingCall {
  template <class... Arguments>
  void always_after(Arguments&... arguments) {
    const auto all = std::tie(arguments...);
    join_sides(*from_last<0>(all), from_last<1>(all), first);
  }
};
template <>
struct Hook<Function::Comm_accept> : MeetingCall<true> {};
template <>
struct Hook<Function::Comm_connect> : MeetingCall<false> {};
template <>
struct Hook<Function::Comm_join> {
  void always_after(int socket, const MPI_Comm* communicator) {
    join_over_socket(socket, *communicator);
  }
};

}  // namespace lull::recorder::mpi
