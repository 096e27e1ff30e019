// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Communicators between processes that were started separately: by MPI_Comm_spawn, or that connect.
// Each side names such a communicator in its own way, and notes what it knows of the call. The
// archive's assembly brings the sides together by that (bridges.hpp): the other side may be
// recorded or not, so nobody asks it.
#pragma once

#include <mpi.h>

#include <tuple>

#include "lull/recorder/mpi/communicators.hpp"
#include "lull/recorder/mpi/wrapper.hpp"

namespace lull::recorder::mpi {

// As bridges.hpp knows them.
enum class Meeting : int { Spawn, Spawned, Accept, Connect };

// A communicator of two sides has just been made out of `parent` by a call that began at `from`.
// Only the root's arguments count, and only it knows where the sides meet.
void join_sides(Meeting kind, MPI_Comm communicator, MPI_Comm parent, std::uint64_t from, int root,
                const char* port);
// After MPI_Init, in a process that was spawned.
void join_parent();
// Two processes have met over a socket.
void join_over_socket(int socket, MPI_Comm communicator);

// Arguments are counted from the last.
template <std::size_t N, class... Arguments>
auto& from_last(const std::tuple<Arguments...>& all) {
  return std::get<sizeof...(Arguments) - 1 - N>(all);
}

// (…, root, communicator, inter-communicator, error codes)
struct SpawningCall {
  std::uint64_t from = 0;
  template <class... Arguments>
  void always_before(Arguments&...) {
    from = nanoseconds();
  }
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
struct MeetingCall {
  std::uint64_t from = 0;
  template <class... Arguments>
  void always_before(Arguments&...) {
    from = nanoseconds();
  }
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
