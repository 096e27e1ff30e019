// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// MPI initialisation and finalisation, and communicator creation.
#pragma once

#include <functional>
#include <tuple>
#include <type_traits>

#include "lull/recorder/mpi/communicators.hpp"
#include "lull/recorder/mpi/wrapper.hpp"

namespace lull::recorder::mpi {

// MPI is recorded from the end of MPI_Init to the end of MPI_Finalize. Processes on one node do not
// communicate in these functions: any of the processes may be unrecorded, and the others would wait
// for it in vain. If there are several nodes, one process on each compares clocks
// (clock_offsets.hpp).
void prepare_recording();
void begin_recording();
void prepare_end();
void end_recording();

template <>
struct Hook<Function::Init> {
  void always_before(int*, char***) { prepare_recording(); }
  void always_after(int*, char***) { begin_recording(); }
};
template <>
struct Hook<Function::Init_thread> {
  void always_before(int*, char***, int, int*) { prepare_recording(); }
  void always_after(int*, char***, int, int*) { begin_recording(); }
};
template <>
struct Hook<Function::Finalize> {
  void always_before() { prepare_end(); }
  void always_after() { end_recording(); }
};
// Sessions may begin one by one, in some processes only: no communication is possible.
void begin_session(std::uint64_t key, std::function<MPI_Group()> world);
template <class Session>
MPI_Group world_of(Session session) {
  MPI_Group group = MPI_GROUP_EMPTY;
  PMPI_Group_from_session_pset(session, "mpi://WORLD", &group);
  return group;
}
template <>
struct Hook<Function::Session_init> {
  template <class Session>
  void always_after(MPI_Info, auto, Session* session) {
    if constexpr (!std::is_void_v<Session>)  // in Fortran 2008
      begin_session(key_of(*session), [made = *session] { return world_of(made); });
  }
};
template <>
struct Hook<Function::Session_finalize> {
  template <class Session>
  void always_before(Session* session) {
    if constexpr (!std::is_void_v<Session>) Communicators::instance().end_session(key_of(*session));
  }
};
template <>
struct Hook<Function::Abort> {
  void always_before(MPI_Comm, int) { Measurement::instance().finish(); }
};

// `tag`: the same in all members.
void add_of_groups(MPI_Comm communicator, const char* tag);

// The first argument is the parent communicator, the last the new one.
struct NewCommunicator {
  template <class... Arguments>
  void always_after(Arguments&... arguments) {
    const auto all = std::tie(arguments...);
    Communicators::instance().add(*std::get<sizeof...(Arguments) - 1>(all), std::get<0>(all));
  }
};
template <>
struct Hook<Function::Comm_dup> : NewCommunicator {};
template <>
struct Hook<Function::Comm_dup_with_info> : NewCommunicator {};
template <>
struct Hook<Function::Comm_split> : NewCommunicator {};
template <>
struct Hook<Function::Comm_split_type> : NewCommunicator {};
template <>
struct Hook<Function::Comm_create> : NewCommunicator {};
template <>
struct Hook<Function::Intercomm_merge> : NewCommunicator {};
template <>
struct Hook<Function::Cart_create> : NewCommunicator {};
template <>
struct Hook<Function::Cart_sub> : NewCommunicator {};
template <>
struct Hook<Function::Graph_create> : NewCommunicator {};
template <>
struct Hook<Function::Dist_graph_create> : NewCommunicator {};
template <>
struct Hook<Function::Dist_graph_create_adjacent> : NewCommunicator {};

// The operation is on the original communicator.
void record_copy(Location& location, MPI_Comm original, MPI_Request request);
template <>
struct Hook<Function::Comm_idup> {
  using EvenPaused = void;
  void always_after(MPI_Comm communicator, const MPI_Comm* copy, const MPI_Request*) {
    Communicators::instance().add_copy(*copy, communicator);
  }
  void after(Location& location, MPI_Comm communicator, const MPI_Comm*,
             const MPI_Request* request) {
    record_copy(location, communicator, *request);
  }
};
template <>
struct Hook<Function::Comm_idup_with_info> {
  using EvenPaused = void;
  void always_after(MPI_Comm communicator, MPI_Info, const MPI_Comm* copy, const MPI_Request*) {
    Communicators::instance().add_copy(*copy, communicator);
  }
  void after(Location& location, MPI_Comm communicator, MPI_Info, const MPI_Comm*,
             const MPI_Request* request) {
    record_copy(location, communicator, *request);
  }
};
// Created by the members alone, with a tag that identifies the call.
template <>
struct Hook<Function::Comm_create_group> {
  void always_after(MPI_Comm, MPI_Group, int tag, const MPI_Comm* made) {
    Communicators::instance().add_of_groups(*made, static_cast<std::uint64_t>(tag));
  }
};
template <>
struct Hook<Function::Intercomm_create> {
  void always_after(MPI_Comm, int, MPI_Comm, int, int tag, const MPI_Comm* made) {
    Communicators::instance().add_of_groups(*made, static_cast<std::uint64_t>(tag));
  }
};
template <>
struct Hook<Function::Comm_create_from_group> {
  void always_after(MPI_Group, const char* tag, MPI_Info, auto, const MPI_Comm* made) {
    add_of_groups(*made, tag);
  }
};
template <>
struct Hook<Function::Intercomm_create_from_groups> {
  void always_after(MPI_Group, int, MPI_Group, int, const char* tag, MPI_Info, auto,
                    const MPI_Comm* made) {
    add_of_groups(*made, tag);
  }
};
template <>
struct Hook<Function::Comm_set_name> {
  void always_after(MPI_Comm communicator, const char* name) {
    Communicators::instance().set_name(communicator, name);
  }
};
struct EndOfCommunicator {
  void always_before(MPI_Comm* communicator) { Communicators::instance().remove(*communicator); }
};
template <>
struct Hook<Function::Comm_free> : EndOfCommunicator {};
template <>
struct Hook<Function::Comm_disconnect> : EndOfCommunicator {};

}  // namespace lull::recorder::mpi
