// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/mpi/hooks/collective_hooks.hpp"

namespace lull::recorder::mpi {
namespace {

// Returns OTF2's special roots of an inter-communicator, which the recorder uses, too.
std::uint32_t root_of(const Collective& collective) {
  if (collective.root == kNoRoot) return OTF2_COLLECTIVE_ROOT_NONE;
  if (collective.root == MPI_ROOT) return OTF2_COLLECTIVE_ROOT_SELF;
  if (collective.root < 0) return OTF2_COLLECTIVE_ROOT_THIS_GROUP;
  return static_cast<std::uint32_t>(collective.root);
}

}  // namespace

Membership::Membership(MPI_Comm communicator) {
  int flag = 0;
  int members = 1;
  int place = 0;
  PMPI_Comm_test_inter(communicator, &flag);
  inter = flag != 0;
  if (inter)
    PMPI_Comm_remote_size(communicator, &members);
  else
    PMPI_Comm_size(communicator, &members);
  PMPI_Comm_rank(communicator, &place);
  size = static_cast<std::uint64_t>(members);
  rank = static_cast<std::uint64_t>(place);
}

void record_collective(Location& location, const Collective& collective) {
  OTF2_EvtWriter_MpiCollectiveBegin(location.writer(), nullptr, location.entered());
  OTF2_EvtWriter_MpiCollectiveEnd(location.writer(), nullptr, location.now(), collective.operation,
                                  Communicators::instance().number_of(collective.communicator),
                                  root_of(collective), collective.sent, collective.received);
}

namespace {

Request request_of(const Collective& collective) {
  Request request;
  request.kind = Request::Kind::Collective;
  request.id = Requests::instance().new_id();
  request.communicator = Communicators::instance().number_of(collective.communicator);
  request.peer = root_of(collective);
  request.sent = collective.sent;
  request.received = collective.received;
  request.operation = collective.operation;
  return request;
}

}  // namespace

void keep_persistent(const Collective& collective, MPI_Request handle) {
  Request request = request_of(collective);
  request.persistent = true;
  request.active = false;
  Requests::instance().add(handle, request);
}

void record_request(Location& location, const Collective& collective, MPI_Request handle) {
  Request request = request_of(collective);
  request.recorded = true;
  Requests::instance().add(handle, request);
  record_collective_request(location, request);
}

namespace describe {

Collective all(OTF2_CollectiveOp operation, MPI_Comm comm) {
  return {operation, comm, kNoRoot, 0, 0};
}

Collective one_to_all(OTF2_CollectiveOp operation, std::uint64_t each, int root, MPI_Comm comm,
                      std::uint64_t all_of_root) {
  const Membership member(comm);
  if (!member.takes_part(root)) return {operation, comm, root, 0, 0};
  const bool is_root = member.is(root);
  return {operation, comm, root, is_root ? all_of_root : 0, is_root && member.inter ? 0 : each};
}

Collective all_to_one(OTF2_CollectiveOp operation, std::uint64_t mine, int root, MPI_Comm comm,
                      std::uint64_t all_of_root) {
  const Membership member(comm);
  if (!member.takes_part(root)) return {operation, comm, root, 0, 0};
  const bool is_root = member.is(root);
  return {operation, comm, root, is_root && member.inter ? 0 : mine, is_root ? all_of_root : 0};
}

Collective all_to_all(OTF2_CollectiveOp operation, std::uint64_t to_each, std::uint64_t from_each,
                      MPI_Comm comm) {
  const Membership member(comm);
  return {operation, comm, kNoRoot, to_each * member.size, from_each * member.size};
}

}  // namespace describe
}  // namespace lull::recorder::mpi
