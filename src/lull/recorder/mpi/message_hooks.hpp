// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Sending and receiving messages: blocking, with requests, persistent.
#pragma once

#include "lull/recorder/mpi/communicators.hpp"
#include "lull/recorder/mpi/requests.hpp"
#include "lull/recorder/mpi/wrapper.hpp"

namespace lull::recorder::mpi {

void record_send(Location& location, std::int64_t count, MPI_Datatype type, int destination,
                 int tag, MPI_Comm communicator);
void record_receive(Location& location, const MPI_Status& status, MPI_Comm communicator);
// The request of a send or receive that has been started, or can be (persistent).
void record_send_request(Location& location, std::int64_t count, MPI_Datatype type, int destination,
                         int tag, MPI_Comm communicator, MPI_Request request, bool persistent);
void record_receive_request(Location& location, int source, MPI_Comm communicator,
                            MPI_Request request, bool persistent);

// A message that was found, and will be received by that: on which communicator.
void keep_match(MPI_Message message, MPI_Comm communicator);
// Its number; OTF2_UNDEFINED_COMM for a message that nobody sent.
[[nodiscard]] std::uint32_t take_match(MPI_Message message);
void record_matched_receive(Location& location, const MPI_Status& status,
                            std::uint32_t communicator);
void record_matched_request(Location& location, std::uint32_t communicator, MPI_Request request);

// Gives a call a status where the program wants none.
class OwnStatus {
 public:
  const MPI_Status& of(MPI_Status*& status) {
    if (status == MPI_STATUS_IGNORE) status = &own_;
    return *status;
  }

 private:
  MPI_Status own_;
};

struct BlockingSend {
  void before(Location& location, const void*, auto count, MPI_Datatype type, int destination,
              int tag, MPI_Comm communicator) {
    record_send(location, count, type, destination, tag, communicator);
  }
};
template <>
struct Hook<Function::Send> : BlockingSend {};
template <>
struct Hook<Function::Bsend> : BlockingSend {};
template <>
struct Hook<Function::Ssend> : BlockingSend {};
template <>
struct Hook<Function::Rsend> : BlockingSend {};

template <>
struct Hook<Function::Recv> {
  OwnStatus own;
  void before(Location&, void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status*& status) {
    own.of(status);
  }
  void after(Location& location, void*, int, MPI_Datatype, int, int, MPI_Comm communicator,
             MPI_Status*& status) {
    record_receive(location, *status, communicator);
  }
};

template <>
struct Hook<Function::Sendrecv> {
  OwnStatus own;
  void before(Location& location, const void*, auto count, MPI_Datatype type, int destination,
              int tag, void*, int, MPI_Datatype, int, int, MPI_Comm communicator,
              MPI_Status*& status) {
    own.of(status);
    record_send(location, count, type, destination, tag, communicator);
  }
  void after(Location& location, const void*, int, MPI_Datatype, int, int, void*, int, MPI_Datatype,
             int, int, MPI_Comm communicator, MPI_Status*& status) {
    record_receive(location, *status, communicator);
  }
};
template <>
struct Hook<Function::Sendrecv_replace> {
  OwnStatus own;
  void before(Location& location, void*, auto count, MPI_Datatype type, int destination, int tag,
              int, int, MPI_Comm communicator, MPI_Status*& status) {
    own.of(status);
    record_send(location, count, type, destination, tag, communicator);
  }
  void after(Location& location, void*, int, MPI_Datatype, int, int, int, int,
             MPI_Comm communicator, MPI_Status*& status) {
    record_receive(location, *status, communicator);
  }
};

struct NonBlockingSend {
  void after(Location& location, const void*, auto count, MPI_Datatype type, int destination,
             int tag, MPI_Comm communicator, MPI_Request* request) {
    record_send_request(location, count, type, destination, tag, communicator, *request, false);
  }
};
template <>
struct Hook<Function::Isend> : NonBlockingSend {};
template <>
struct Hook<Function::Ibsend> : NonBlockingSend {};
template <>
struct Hook<Function::Issend> : NonBlockingSend {};
template <>
struct Hook<Function::Irsend> : NonBlockingSend {};

struct PersistentSend {
  void after(Location& location, const void*, auto count, MPI_Datatype type, int destination,
             int tag, MPI_Comm communicator, MPI_Request* request) {
    record_send_request(location, count, type, destination, tag, communicator, *request, true);
  }
};
template <>
struct Hook<Function::Send_init> : PersistentSend {};
template <>
struct Hook<Function::Bsend_init> : PersistentSend {};
template <>
struct Hook<Function::Ssend_init> : PersistentSend {};
template <>
struct Hook<Function::Rsend_init> : PersistentSend {};

template <>
struct Hook<Function::Irecv> {
  void after(Location& location, void*, int, MPI_Datatype, int source, int, MPI_Comm communicator,
             MPI_Request* request) {
    record_receive_request(location, source, communicator, *request, false);
  }
};
template <>
struct Hook<Function::Recv_init> {
  void after(Location& location, void*, int, MPI_Datatype, int source, int, MPI_Comm communicator,
             MPI_Request* request) {
    record_receive_request(location, source, communicator, *request, true);
  }
};

template <>
struct Hook<Function::Mprobe> {
  void after(Location&, int, int, MPI_Comm communicator, const MPI_Message* message, MPI_Status*) {
    keep_match(*message, communicator);
  }
};
template <>
struct Hook<Function::Improbe> {
  void after(Location&, int, int, MPI_Comm communicator, const int* flag,
             const MPI_Message* message, MPI_Status*) {
    if (*flag != 0) keep_match(*message, communicator);
  }
};
template <>
struct Hook<Function::Mrecv> {
  OwnStatus own;
  std::uint32_t communicator = OTF2_UNDEFINED_COMM;
  void before(Location&, void*, auto, MPI_Datatype, const MPI_Message* message,
              MPI_Status*& status) {
    communicator = take_match(*message);
    own.of(status);
  }
  void after(Location& location, void*, auto, MPI_Datatype, MPI_Message*, MPI_Status*& status) {
    record_matched_receive(location, *status, communicator);
  }
};
template <>
struct Hook<Function::Imrecv> {
  std::uint32_t communicator = OTF2_UNDEFINED_COMM;
  void before(Location&, void*, auto, MPI_Datatype, const MPI_Message* message, MPI_Request*) {
    communicator = take_match(*message);
  }
  void after(Location& location, void*, auto, MPI_Datatype, MPI_Message*, MPI_Request* request) {
    record_matched_request(location, communicator, *request);
  }
};

template <>
struct Hook<Function::Start> {
  MPI_Request handle = MPI_REQUEST_NULL;
  void before(Location& location, MPI_Request* request) {
    Requests::instance().start(location, *request);
  }
};
template <>
struct Hook<Function::Startall> {
  void before(Location& location, int count, MPI_Request* requests) {
    for (int i = 0; i < count; ++i) Requests::instance().start(location, requests[i]);
  }
};

}  // namespace lull::recorder::mpi
