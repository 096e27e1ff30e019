// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Begin and end of MPI, and the making of communicators.
#pragma once

#include <tuple>

#include "lull/recorder/mpi/communicators.hpp"
#include "lull/recorder/mpi/wrapper.hpp"

namespace lull::recorder::mpi {

// Measures this process's clock against that of the first process.
void measure_clock();
// The recording begins when processes can talk to each other,
void begin_recording();
// and ends while they still can.
void end_recording();

template <>
struct Hook<Function::Init> {
  using EvenPaused = void;
  using EvenStopped = void;
  void after(Location&, int*, char***) { begin_recording(); }
};
template <>
struct Hook<Function::Init_thread> {
  using EvenPaused = void;
  using EvenStopped = void;
  void after(Location&, int*, char***, int, int*) { begin_recording(); }
};
template <>
struct Hook<Function::Finalize> {
  using EvenPaused = void;
  using EvenStopped = void;
  void before(Location&) { end_recording(); }
};
template <>
struct Hook<Function::Abort> {
  using EvenPaused = void;
  void before(Location&, MPI_Comm, int) { Measurement::instance().finish(); }
};

// The first argument is the communicator out of which a new one is made, which is the last.
struct NewCommunicator {
  using EvenPaused = void;
  using EvenStopped = void;
  template <class... Arguments>
  void after(Location&, Arguments&... arguments) {
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
struct Hook<Function::Comm_create_group> : NewCommunicator {};
template <>
struct Hook<Function::Intercomm_create> : NewCommunicator {};
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

template <>
struct Hook<Function::Comm_idup> {
  using EvenPaused = void;
  using EvenStopped = void;
  void after(Location&, MPI_Comm communicator, const MPI_Comm* copy, MPI_Request*) {
    Communicators::instance().add_copy(*copy, communicator);
  }
};
template <>
struct Hook<Function::Comm_idup_with_info> {
  using EvenPaused = void;
  using EvenStopped = void;
  void after(Location&, MPI_Comm communicator, MPI_Info, const MPI_Comm* copy, MPI_Request*) {
    Communicators::instance().add_copy(*copy, communicator);
  }
};
// Out of groups: the new one is the last argument.
struct CommunicatorOfGroups {
  using EvenPaused = void;
  using EvenStopped = void;
  template <class... Arguments>
  void after(Location&, Arguments&... arguments) {
    const auto all = std::tie(arguments...);
    Communicators::instance().add(*std::get<sizeof...(Arguments) - 1>(all), MPI_COMM_NULL);
  }
};
template <>
struct Hook<Function::Comm_create_from_group> : CommunicatorOfGroups {};
template <>
struct Hook<Function::Intercomm_create_from_groups> : CommunicatorOfGroups {};
template <>
struct Hook<Function::Comm_set_name> {
  using EvenPaused = void;
  using EvenStopped = void;
  void after(Location&, MPI_Comm communicator, const char* name) {
    Communicators::instance().set_name(communicator, name);
  }
};
struct EndOfCommunicator {
  using EvenPaused = void;
  using EvenStopped = void;
  void before(Location&, MPI_Comm* communicator) {
    Communicators::instance().remove(*communicator);
  }
};
template <>
struct Hook<Function::Comm_free> : EndOfCommunicator {};
template <>
struct Hook<Function::Comm_disconnect> : EndOfCommunicator {};

}  // namespace lull::recorder::mpi
