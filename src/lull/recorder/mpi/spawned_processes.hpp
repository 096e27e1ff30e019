// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Communicators between processes that were started separately (MPI_Comm_spawn), or that connect.
// Each side has its own name for such a communicator, and notes what it knows about the call. The
// assembly of the archive matches the sides by these notes (bridges.hpp), without communication:
// the other side may not be recorded.
#pragma once

#include <mpi.h>

#include <tuple>

#include "lull/recorder/mpi/communicators.hpp"
#include "lull/recorder/mpi/wrapper.hpp"

namespace lull::recorder::mpi {

// Same as in bridges.hpp.
enum class Meeting : int { Spawn, Spawned, Accept, Connect };

// A call that began at `from` has just made a two-sided communicator from `parent`. Only the root's
// arguments count, and only it knows where the sides meet.
void join_sides(Meeting kind, MPI_Comm communicator, MPI_Comm parent, std::uint64_t from, int root,
                const char* port);
// Called after MPI_Init, in a process that was spawned.
void join_parent();
// Two processes have connected over a socket.
void join_over_socket(int socket, MPI_Comm communicator);

// Returns the N-th argument from the last.
template <std::size_t N, class... Arguments>
auto& from_last(const std::tuple<Arguments...>& all) {
  return std::get<sizeof...(Arguments) - 1 - N>(all);
}

struct TimedCall {
  std::uint64_t from = 0;
  template <class... Arguments>
  void always_before(Arguments&...) {
    from = nanoseconds();
  }
};

// (…, root, communicator, inter-communicator, error codes)
struct SpawningCall : TimedCall {
  template <class... Arguments>
  void always_after(Arguments&... arguments) {
    const auto all = std::tie(arguments...);
    join_sides(Meeting::Spawn, *from_last<1>(all), from_last<2>(all), from, from_last<3>(all),
               nullptr);
  }
};
template <>
struct Hook<Function::Comm_spawn> : SpawningCall {};
template <>
struct Hook<Function::Comm_spawn_multiple> : SpawningCall {};

// (port, info, root, communicator, inter-communicator)
template <Meeting kind>
struct MeetingCall : TimedCall {
  template <class... Arguments>
  void always_after(Arguments&... arguments) {
    const auto all = std::tie(arguments...);
    join_sides(kind, *from_last<0>(all), from_last<1>(all), from, from_last<2>(all),
               from_last<4>(all));
  }
};
template <>
struct Hook<Function::Comm_accept> : MeetingCall<Meeting::Accept> {};
template <>
struct Hook<Function::Comm_connect> : MeetingCall<Meeting::Connect> {};
template <>
struct Hook<Function::Comm_join> {
  void always_after(int socket, const MPI_Comm* communicator) {
    join_over_socket(socket, *communicator);
  }
};

}  // namespace lull::recorder::mpi
