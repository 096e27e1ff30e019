// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Collective steps. The operation determines who waits for whom; operations that move no data need
// not wait.
#include "support/random/random_program.hpp"

namespace lull::support {
namespace {

using Op = CollectiveOperation;

struct Call {
  std::string_view blocking;
  std::string_view non_blocking;
  Op operation;
};

constexpr std::array<Call, 17> kCalls{
    {{"MPI_Barrier", "MPI_Ibarrier", Op::Barrier},
     {"MPI_Bcast", "MPI_Ibcast", Op::Bcast},
     {"MPI_Gather", "MPI_Igather", Op::Gather},
     {"MPI_Gatherv", "MPI_Igatherv", Op::Gatherv},
     {"MPI_Scatter", "MPI_Iscatter", Op::Scatter},
     {"MPI_Scatterv", "MPI_Iscatterv", Op::Scatterv},
     {"MPI_Allgather", "MPI_Iallgather", Op::Allgather},
     {"MPI_Allgatherv", "MPI_Iallgatherv", Op::Allgatherv},
     {"MPI_Alltoall", "MPI_Ialltoall", Op::Alltoall},
     {"MPI_Alltoallv", "MPI_Ialltoallv", Op::Alltoallv},
     {"MPI_Alltoallw", "MPI_Ialltoallw", Op::Alltoallw},
     {"MPI_Allreduce", "MPI_Iallreduce", Op::Allreduce},
     {"MPI_Reduce", "MPI_Ireduce", Op::Reduce},
     {"MPI_Reduce_scatter", "MPI_Ireduce_scatter", Op::ReduceScatter},
     {"MPI_Reduce_scatter_block", "MPI_Ireduce_scatter_block", Op::ReduceScatterBlock},
     {"MPI_Scan", "MPI_Iscan", Op::Scan},
     {"MPI_Exscan", "MPI_Iexscan", Op::Exscan}}};

bool one_to_n(Op op) { return op == Op::Bcast || op == Op::Scatter || op == Op::Scatterv; }
bool n_to_one(Op op) { return op == Op::Reduce || op == Op::Gather || op == Op::Gatherv; }
bool prefix(Op op) { return op == Op::Scan || op == Op::Exscan; }
bool ragged(Op op) {
  return op == Op::Gatherv || op == Op::Scatterv || op == Op::Allgatherv || op == Op::Alltoallv ||
         op == Op::Alltoallw || op == Op::ReduceScatter;
}

struct Volume {
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
};

Volume volume(Op op, bool root, std::uint64_t rank, std::uint64_t size, std::uint64_t element) {
  if (op == Op::Barrier || op >= Op::CreateHandle) return {};
  if (one_to_n(op)) return {root ? size * element : 0, element};
  if (n_to_one(op)) return {element, root ? size * element : 0};
  if (op == Op::Scan) return {(size - rank) * element, (rank + 1) * element};
  if (op == Op::Exscan) return {(size - rank - 1) * element, rank * element};
  return {size * element, size * element};
}

// Returns the earliest time at which a member can finish, given the times at which all began.
std::uint64_t earliest_end(Op op, std::size_t rank, std::size_t root,
                           const std::vector<std::uint64_t>& begun) {
  const auto latest = [&](std::size_t count) {
    return *std::max_element(begun.begin(), begun.begin() + static_cast<std::ptrdiff_t>(count));
  };
  if (one_to_n(op)) return std::max(begun[rank], begun[root]);
  if (n_to_one(op)) return rank == root ? latest(begun.size()) : begun[rank];
  if (prefix(op)) return latest(rank + 1);
  return latest(begun.size());
}

}  // namespace

void RandomProgram::collective(std::string_view call, CollectiveOperation operation,
                               const Comm& comm) {
  const std::size_t size = comm.members.size();
  const std::size_t root = below(size);
  const bool rooted = one_to_n(operation) || n_to_one(operation);
  const std::uint64_t element = options_.zero_bytes && chance(15) ? 0 : 8;
  std::vector<Ticks> begun(size);
  for (std::size_t rank = 0; rank < size; ++rank) {
    const LocationId location = master(comm.members[rank]);
    enter(location, call);
    emit(location, MpiCollectiveBegin{});
    begun[rank] = clock(location).now;
  }
  for (std::size_t rank = 0; rank < size; ++rank) {
    const LocationId location = master(comm.members[rank]);
    Volume moved = volume(operation, rank == root, rank, size, element);
    if (options_.zero_bytes && ragged(operation) && chance(25)) moved = {};
    wait_until(location, earliest_end(operation, rank, root, begun));
    spend(location);
    emit(location, MpiCollectiveEnd{operation, comm.id, rooted ? static_cast<Rank>(root) : kNoRank,
                                    moved.sent, moved.received});
    leave(location);
  }
}

void RandomProgram::random_collective() {
  const Call& call = any_of(kCalls);
  collective(call.blocking, call.operation, any_of(comms_));
}

void RandomProgram::random_non_blocking_collective() {
  const Call& call = any_of(kCalls);
  const Op operation = call.operation;
  const Comm& comm = any_of(comms_);
  const std::size_t size = comm.members.size();
  const std::size_t root = below(size);
  const bool rooted = one_to_n(operation) || n_to_one(operation);
  std::vector<Ticks> begun(size);
  std::vector<std::uint64_t> requests(size);
  for (std::size_t rank = 0; rank < size; ++rank) {
    const LocationId location = master(comm.members[rank]);
    requests[rank] = next_request_[comm.members[rank]]++;
    enter(location, call.non_blocking);
    emit(location, NonBlockingCollectiveRequest{requests[rank]});
    if (names_communicators_) attach(location, {{"communicator", comm.id.value}});
    begun[rank] = clock(location).now;
    leave(location);
  }
  for (std::size_t rank = 0; rank < size; ++rank) {
    const Volume moved = volume(operation, rank == root, rank, size, 8);
    pending_[comm.members[rank]].push_back(
        {NonBlockingCollectiveComplete{operation, comm.id,
                                       rooted ? static_cast<Rank>(root) : kNoRank, moved.sent,
                                       moved.received, requests[rank]},
         earliest_end(operation, rank, root, begun)});
  }
}

}  // namespace lull::support
