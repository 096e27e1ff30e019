// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Sending and receiving messages: blocking, non-blocking, persistent.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "lull/recorder/mpi/communicators.hpp"
#include "lull/recorder/mpi/requests.hpp"
#include "lull/recorder/mpi/wrapper.hpp"

namespace lull::recorder::mpi {

void record_send(Location& location, std::int64_t count, MPI_Datatype type, int destination,
                 int tag, MPI_Comm communicator);
void record_receive(Location& location, const MPI_Status& status, MPI_Comm communicator);
void record_failed_receive(Location& location, int error, const MPI_Status& status,
                           MPI_Comm communicator);
// Records the request of a send or receive that has been started, or is persistent.
void record_send_request(Location& location, std::int64_t count, MPI_Datatype type, int destination,
                         int tag, MPI_Comm communicator, MPI_Request request, bool persistent);
void record_receive_request(Location& location, int source, MPI_Comm communicator,
                            MPI_Request request, bool persistent);

// Records a matched message: its receive gets this message, whatever other messages arrive first.
void record_match(Location& location, MPI_Message message, MPI_Comm communicator);
// Returns that message's receive; none for a message without a sender.
[[nodiscard]] std::optional<Request> take_match(MPI_Message message);

// Replaces MPI_STATUS_IGNORE by a status for the call.
class OwnStatus {
 public:
  const MPI_Status& of(MPI_Status*& status) {
    if (status == MPI_STATUS_IGNORE) status = &own_;
    return *status;
  }

 private:
  MPI_Status own_;
};

// The send part of an exchange, which has happened even if the receive fails because of truncation.
struct SentMessage {
  std::int64_t count;
  MPI_Datatype type;
  int destination;
  int tag;
  MPI_Comm communicator;
};
void record_failed_exchange(Location& location, int error, const SentMessage& sent,
                            const MPI_Status& status);
// The receive part of an operation with one request.
struct ExpectedMessage {
  int source;
  int tag;
  std::uint64_t bytes;  // an upper limit
};
void record_sendrecv_request(Location& location, const SentMessage& sent,
                             const ExpectedMessage& expected, MPI_Request request);

struct BlockingSend {
  void after(Location& location, const void*, auto count, MPI_Datatype type, int destination,
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
  void failed(Location& location, int error, void*, int, MPI_Datatype, int, int,
              MPI_Comm communicator, MPI_Status*& status) {
    record_failed_receive(location, error, *status, communicator);
  }
};

template <>
struct Hook<Function::Sendrecv> {
  OwnStatus own;
  void before(Location&, const void*, auto, MPI_Datatype, int, int, void*, auto, MPI_Datatype, int,
              int, MPI_Comm, MPI_Status*& status) {
    own.of(status);
  }
  void after(Location& location, const void*, auto count, MPI_Datatype type, int destination,
             int tag, void*, auto, MPI_Datatype, int, int, MPI_Comm communicator,
             MPI_Status*& status) {
    record_send(location, count, type, destination, tag, communicator);
    record_receive(location, *status, communicator);
  }
  void failed(Location& location, int error, const void*, auto count, MPI_Datatype type,
              int destination, int tag, void*, auto, MPI_Datatype, int, int, MPI_Comm communicator,
              MPI_Status*& status) {
    record_failed_exchange(location, error, {count, type, destination, tag, communicator}, *status);
  }
};
template <>
struct Hook<Function::Sendrecv_replace> {
  OwnStatus own;
  void before(Location&, void*, auto, MPI_Datatype, int, int, int, int, MPI_Comm,
              MPI_Status*& status) {
    own.of(status);
  }
  void after(Location& location, void*, auto count, MPI_Datatype type, int destination, int tag,
             int, int, MPI_Comm communicator, MPI_Status*& status) {
    record_send(location, count, type, destination, tag, communicator);
    record_receive(location, *status, communicator);
  }
  void failed(Location& location, int error, void*, auto count, MPI_Datatype type, int destination,
              int tag, int, int, MPI_Comm communicator, MPI_Status*& status) {
    record_failed_exchange(location, error, {count, type, destination, tag, communicator}, *status);
  }
};

struct NonBlockingSend {
  using EvenPaused = void;
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
  using EvenPaused = void;
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
  using EvenPaused = void;
  void after(Location& location, void*, int, MPI_Datatype, int source, int, MPI_Comm communicator,
             MPI_Request* request) {
    record_receive_request(location, source, communicator, *request, false);
  }
};
template <>
struct Hook<Function::Isendrecv> {
  using EvenPaused = void;
  void after(Location& location, const void*, auto count, MPI_Datatype type, int destination,
             int tag, void*, auto into_count, MPI_Datatype into_type, int source, int into_tag,
             MPI_Comm communicator, const MPI_Request* request) {
    record_sendrecv_request(location, {count, type, destination, tag, communicator},
                            {source, into_tag, bytes_of(into_type, into_count)}, *request);
  }
};
template <>
struct Hook<Function::Isendrecv_replace> {
  using EvenPaused = void;
  void after(Location& location, void*, auto count, MPI_Datatype type, int destination, int tag,
             int source, int into_tag, MPI_Comm communicator, const MPI_Request* request) {
    record_sendrecv_request(location, {count, type, destination, tag, communicator},
                            {source, into_tag, bytes_of(type, count)}, *request);
  }
};
template <>
struct Hook<Function::Recv_init> {
  using EvenPaused = void;
  void after(Location& location, void*, int, MPI_Datatype, int source, int, MPI_Comm communicator,
             MPI_Request* request) {
    record_receive_request(location, source, communicator, *request, true);
  }
};

// Partitioned communication: one message, by a persistent request, whose partitions the program
// marks ready one by one.
void keep_partitioned(Request::Kind kind, std::uint64_t bytes, int peer, int tag,
                      MPI_Comm communicator, MPI_Request request, int partitions = 0);
template <>
struct Hook<Function::Psend_init> {
  using EvenPaused = void;
  void after(Location&, const void*, int partitions, auto count, MPI_Datatype type, int destination,
             int tag, MPI_Comm communicator, MPI_Info, const MPI_Request* request) {
    keep_partitioned(Request::Kind::Send, bytes_of(type, count * std::int64_t{partitions}),
                     destination, tag, communicator, *request, partitions);
  }
};
// Records it before the call: the message may arrive during it.
template <>
struct Hook<Function::Pready> {
  using EvenPaused = void;
  void before(Location& location, int, MPI_Request request) {
    Requests::instance().ready(location, request, 1);
  }
};
template <>
struct Hook<Function::Pready_range> {
  using EvenPaused = void;
  void before(Location& location, int first, int last, MPI_Request request) {
    if (first <= last)
      Requests::instance().ready(location, request, static_cast<std::uint32_t>(last - first + 1));
  }
};
template <>
struct Hook<Function::Pready_list> {
  using EvenPaused = void;
  void before(Location& location, int length, const int*, MPI_Request request) {
    if (length > 0)
      Requests::instance().ready(location, request, static_cast<std::uint32_t>(length));
  }
};
template <>
struct Hook<Function::Precv_init> {
  using EvenPaused = void;
  void after(Location&, const void*, int partitions, auto count, MPI_Datatype type, int source,
             int tag, MPI_Comm communicator, MPI_Info, const MPI_Request* request) {
    keep_partitioned(Request::Kind::Partitioned, bytes_of(type, count * std::int64_t{partitions}),
                     source, tag, communicator, *request);
  }
};

template <>
struct Hook<Function::Mprobe> {
  using EvenPaused = void;
  void after(Location& location, int, int, MPI_Comm communicator, const MPI_Message* message,
             MPI_Status*) {
    record_match(location, *message, communicator);
  }
};
template <>
struct Hook<Function::Improbe> {
  using EvenPaused = void;
  void after(Location& location, int, int, MPI_Comm communicator, const int* flag,
             const MPI_Message* message, MPI_Status*) {
    if (*flag != 0) record_match(location, *message, communicator);
  }
};
template <>
struct Hook<Function::Mrecv> {
  using EvenPaused = void;
  OwnStatus own;
  std::optional<Request> receive;
  void before(Location&, void*, auto, MPI_Datatype, const MPI_Message* message,
              MPI_Status*& status) {
    receive = take_match(*message);
    own.of(status);
  }
  void after(Location& location, void*, auto, MPI_Datatype, MPI_Message*, MPI_Status*& status) {
    if (receive) Requests::instance().complete(location, *receive, *status);
  }
  void failed(Location& location, int error, void*, auto, MPI_Datatype, MPI_Message*,
              MPI_Status*& status) {
    if (receive) Requests::instance().fail(location, *receive, error, *status);
  }
};
template <>
struct Hook<Function::Imrecv> {
  using EvenPaused = void;
  std::optional<Request> receive;
  void before(Location&, void*, auto, MPI_Datatype, const MPI_Message* message, MPI_Request*) {
    receive = take_match(*message);
  }
  void after(Location&, void*, auto, MPI_Datatype, MPI_Message*, MPI_Request* request) {
    if (receive) Requests::instance().add(*request, *receive);
  }
};

struct StartingCall {
  using EvenPaused = void;
  std::vector<std::pair<MPI_Request, Request>> requests;
  void keep(int count, const MPI_Request* handles) {
    for (int i = 0; i < count; ++i)
      requests.emplace_back(handles[i], Requests::instance().known(handles[i]));
  }
  void start(Location& location, const MPI_Request* handles) {
    for (std::size_t i = 0; i < requests.size(); ++i) {
      Requests::instance().follow(requests[i].first, requests[i].second, handles[i]);
      Requests::instance().start(location, handles[i]);
    }
  }
};
template <>
struct Hook<Function::Start> : StartingCall {
  void before(Location&, const MPI_Request* request) { keep(1, request); }
  void after(Location& location, const MPI_Request* request) { start(location, request); }
};
template <>
struct Hook<Function::Startall> : StartingCall {
  void before(Location&, int count, const MPI_Request* handles) { keep(count, handles); }
  void after(Location& location, int, const MPI_Request* handles) { start(location, handles); }
};

}  // namespace lull::recorder::mpi
