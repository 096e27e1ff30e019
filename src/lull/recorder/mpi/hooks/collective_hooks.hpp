// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Blocking and non-blocking collective operations. Bytes are counted as if every process sent its
// data directly to every receiver: the root of a broadcast sends its data once to each member.
#pragma once

#include "lull/recorder/mpi/communicators.hpp"
#include "lull/recorder/mpi/requests.hpp"
#include "lull/recorder/mpi/wrapper.hpp"

namespace lull::recorder::mpi {

constexpr int kNoRoot = -1;

// An operation of this process.
struct Collective {
  OTF2_CollectiveOp operation = OTF2_COLLECTIVE_OP_BARRIER;
  MPI_Comm communicator = MPI_COMM_NULL;
  int root = kNoRoot;
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
};

// The rank of this process in a communicator, and the number of processes. In an
// inter-communicator, the other group's processes are counted.
struct Membership {
  explicit Membership(MPI_Comm communicator);
  std::uint64_t size = 1;  // processes to exchange data with
  std::uint64_t rank = 0;
  bool inter = false;
  // Returns whether this process is the root, which in an inter-communicator passes MPI_ROOT.
  [[nodiscard]] bool is(int root) const {
    return inter ? root == MPI_ROOT : root == static_cast<int>(rank);
  }
  // Returns whether it takes part: in an operation over an inter-communicator, not all processes of
  // the root's group do.
  [[nodiscard]] bool takes_part(int root) const { return root != MPI_PROC_NULL; }
};

template <class Count>
[[nodiscard]] std::uint64_t sum_of(const Count* counts, MPI_Comm communicator, MPI_Datatype type) {
  std::int64_t sum = 0;
  for (std::uint64_t i = 0; i < Membership(communicator).size; ++i) sum += counts[i];
  return bytes_of(type, sum);
}

// Records a successful operation; for a failed one, only the call is recorded.
void record_collective(Location& location, const Collective& collective);
void record_request(Location& location, const Collective& collective, MPI_Request request);
// Keeps the operation that a persistent request starts.
void keep_persistent(const Collective& collective, MPI_Request request);

// describe(arguments of the blocking function) returns the operation.
namespace describe {

using Type = MPI_Datatype;

Collective all(OTF2_CollectiveOp operation, MPI_Comm comm);
Collective one_to_all(OTF2_CollectiveOp operation, std::uint64_t each, int root, MPI_Comm comm,
                      std::uint64_t all_of_root);
Collective all_to_one(OTF2_CollectiveOp operation, std::uint64_t mine, int root, MPI_Comm comm,
                      std::uint64_t all_of_root);
Collective all_to_all(OTF2_CollectiveOp operation, std::uint64_t to_each, std::uint64_t from_each,
                      MPI_Comm comm);

}  // namespace describe

// Describes each operation by the arguments of its blocking function. The non-blocking function has
// an additional request.
template <Function F>
struct Operation;

template <>
struct Operation<Function::Barrier> {
  static Collective of(MPI_Comm comm) { return describe::all(OTF2_COLLECTIVE_OP_BARRIER, comm); }
};
template <>
struct Operation<Function::Bcast> {
  static Collective of(const void*, auto count, MPI_Datatype type, int root, MPI_Comm comm) {
    const std::uint64_t bytes = bytes_of(type, count);
    return describe::one_to_all(OTF2_COLLECTIVE_OP_BCAST, bytes, root, comm,
                                bytes * Membership(comm).size);
  }
};
template <>
struct Operation<Function::Scatter> {
  static Collective of(const void*, auto count, MPI_Datatype type, const void* into,
                       auto into_count, MPI_Datatype into_type, int root, MPI_Comm comm) {
    const Membership member(comm);
    const bool in_place = into == MPI_IN_PLACE;
    return describe::one_to_all(OTF2_COLLECTIVE_OP_SCATTER,
                                in_place ? bytes_of(type, count) : bytes_of(into_type, into_count),
                                root, comm,
                                member.is(root) ? bytes_of(type, count) * member.size : 0);
  }
};
template <>
struct Operation<Function::Scatterv> {
  static Collective of(const void*, const auto* counts, const auto*, MPI_Datatype type,
                       const void* into, auto into_count, MPI_Datatype into_type, int root,
                       MPI_Comm comm) {
    const Membership member(comm);
    return describe::one_to_all(OTF2_COLLECTIVE_OP_SCATTERV,
                                into == MPI_IN_PLACE ? 0 : bytes_of(into_type, into_count), root,
                                comm, member.is(root) ? sum_of(counts, comm, type) : 0);
  }
};
template <>
struct Operation<Function::Gather> {
  static Collective of(const void* from, auto count, MPI_Datatype type, const void*,
                       auto into_count, MPI_Datatype into_type, int root, MPI_Comm comm) {
    const Membership member(comm);
    return describe::all_to_one(
        OTF2_COLLECTIVE_OP_GATHER, from == MPI_IN_PLACE ? 0 : bytes_of(type, count), root, comm,
        member.is(root) ? bytes_of(into_type, into_count) * member.size : 0);
  }
};
template <>
struct Operation<Function::Gatherv> {
  static Collective of(const void* from, auto count, MPI_Datatype type, const void*,
                       const auto* counts, const auto*, MPI_Datatype into_type, int root,
                       MPI_Comm comm) {
    const Membership member(comm);
    return describe::all_to_one(OTF2_COLLECTIVE_OP_GATHERV,
                                from == MPI_IN_PLACE ? 0 : bytes_of(type, count), root, comm,
                                member.is(root) ? sum_of(counts, comm, into_type) : 0);
  }
};
template <>
struct Operation<Function::Reduce> {
  static Collective of(const void*, const void*, auto count, MPI_Datatype type, MPI_Op, int root,
                       MPI_Comm comm) {
    const std::uint64_t bytes = bytes_of(type, count);
    return describe::all_to_one(OTF2_COLLECTIVE_OP_REDUCE, bytes, root, comm,
                                bytes * Membership(comm).size);
  }
};
template <>
struct Operation<Function::Allreduce> {
  static Collective of(const void*, const void*, auto count, MPI_Datatype type, MPI_Op,
                       MPI_Comm comm) {
    const std::uint64_t bytes = bytes_of(type, count);
    return describe::all_to_all(OTF2_COLLECTIVE_OP_ALLREDUCE, bytes, bytes, comm);
  }
};
// Each process gets as much from each other process.
template <OTF2_CollectiveOp operation>
struct EqualExchange {
  static Collective of(const void* from, auto count, MPI_Datatype type, const void*,
                       auto into_count, MPI_Datatype into_type, MPI_Comm comm) {
    const std::uint64_t each = bytes_of(into_type, into_count);
    return describe::all_to_all(operation, from == MPI_IN_PLACE ? each : bytes_of(type, count),
                                each, comm);
  }
};
template <>
struct Operation<Function::Allgather> : EqualExchange<OTF2_COLLECTIVE_OP_ALLGATHER> {};
template <>
struct Operation<Function::Allgatherv> {
  static Collective of(const void* from, auto count, MPI_Datatype type, const void*,
                       const auto* counts, const auto*, MPI_Datatype into_type, MPI_Comm comm) {
    const Membership member(comm);
    Collective collective = describe::all_to_all(
        OTF2_COLLECTIVE_OP_ALLGATHERV,
        from == MPI_IN_PLACE ? bytes_of(into_type, counts[member.rank]) : bytes_of(type, count), 0,
        comm);
    collective.received = sum_of(counts, comm, into_type);
    return collective;
  }
};
template <>
struct Operation<Function::Alltoall> : EqualExchange<OTF2_COLLECTIVE_OP_ALLTOALL> {};
template <>
struct Operation<Function::Alltoallv> {
  static Collective of(const void* from, const auto* counts, const auto*, MPI_Datatype type,
                       const void*, const auto* into_counts, const auto*, MPI_Datatype into_type,
                       MPI_Comm comm) {
    Collective collective = describe::all(OTF2_COLLECTIVE_OP_ALLTOALLV, comm);
    collective.received = sum_of(into_counts, comm, into_type);
    collective.sent = from == MPI_IN_PLACE ? collective.received : sum_of(counts, comm, type);
    return collective;
  }
};
template <>
struct Operation<Function::Alltoallw> {
  static Collective of(const void* from, const auto* counts, const auto*, const MPI_Datatype* types,
                       const void*, const auto* into_counts, const auto*,
                       const MPI_Datatype* into_types, MPI_Comm comm) {
    Collective collective = describe::all(OTF2_COLLECTIVE_OP_ALLTOALLW, comm);
    for (std::uint64_t i = 0; i < Membership(comm).size; ++i) {
      collective.received += bytes_of(into_types[i], into_counts[i]);
      if (from != MPI_IN_PLACE) collective.sent += bytes_of(types[i], counts[i]);
    }
    if (from == MPI_IN_PLACE) collective.sent = collective.received;
    return collective;
  }
};
template <>
struct Operation<Function::Reduce_scatter> {
  static Collective of(const void*, const void*, const auto* counts, MPI_Datatype type, MPI_Op,
                       MPI_Comm comm) {
    const Membership member(comm);
    Collective collective = describe::all(OTF2_COLLECTIVE_OP_REDUCE_SCATTER, comm);
    collective.sent = sum_of(counts, comm, type);
    collective.received =
        member.inter ? collective.sent : bytes_of(type, counts[member.rank]) * member.size;
    return collective;
  }
};
template <>
struct Operation<Function::Reduce_scatter_block> {
  static Collective of(const void*, const void*, auto count, MPI_Datatype type, MPI_Op,
                       MPI_Comm comm) {
    const std::uint64_t each = bytes_of(type, count);
    return describe::all_to_all(OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK, each, each, comm);
  }
};
template <>
struct Operation<Function::Scan> {
  static Collective of(const void*, const void*, auto count, MPI_Datatype type, MPI_Op,
                       MPI_Comm comm) {
    const Membership member(comm);
    const std::uint64_t bytes = bytes_of(type, count);
    return {OTF2_COLLECTIVE_OP_SCAN, comm, kNoRoot, bytes * (member.size - member.rank),
            bytes * (member.rank + 1)};
  }
};
template <>
struct Operation<Function::Exscan> {
  static Collective of(const void*, const void*, auto count, MPI_Datatype type, MPI_Op,
                       MPI_Comm comm) {
    const Membership member(comm);
    const std::uint64_t bytes = bytes_of(type, count);
    return {OTF2_COLLECTIVE_OP_EXSCAN, comm, kNoRoot, bytes * (member.size - member.rank - 1),
            bytes * member.rank};
  }
};

template <Function F>
struct BlockingCollective {
  template <class... Arguments>
  void after(Location& location, Arguments&... arguments) {
    record_collective(location, Operation<F>::of(arguments...));
  }
};

template <Function F>
struct NonBlockingCollective {
  template <class... Arguments>
  void after(Location& location, Arguments&... arguments) {
    const auto split = [&]<std::size_t... I>(std::index_sequence<I...>) {
      const auto all = std::tie(arguments...);
      record_request(location, Operation<F>::of(std::get<I>(all)...),
                     *std::get<sizeof...(Arguments) - 1>(all));
    };
    split(std::make_index_sequence<sizeof...(Arguments) - 1>());
  }
};

// The last arguments are the info and the request.
template <Function F>
struct PersistentCollective {
  using EvenPaused = void;
  template <class... Arguments>
  void after(Location&, Arguments&... arguments) {
    const auto split = [&]<std::size_t... I>(std::index_sequence<I...>) {
      const auto all = std::tie(arguments...);
      keep_persistent(Operation<F>::of(std::get<I>(all)...),
                      *std::get<sizeof...(Arguments) - 1>(all));
    };
    split(std::make_index_sequence<sizeof...(Arguments) - 2>());
  }
};

// Defines the hooks for an operation, its non-blocking and its persistent form.
#define LULL_COLLECTIVE(BLOCKING, NON_BLOCKING)                                       \
  template <>                                                                         \
  struct Hook<Function::BLOCKING> : BlockingCollective<Function::BLOCKING> {};        \
  template <>                                                                         \
  struct Hook<Function::NON_BLOCKING> : NonBlockingCollective<Function::BLOCKING> {}; \
  template <>                                                                         \
  struct Hook<Function::BLOCKING##_init> : PersistentCollective<Function::BLOCKING> {}

LULL_COLLECTIVE(Barrier, Ibarrier);
LULL_COLLECTIVE(Bcast, Ibcast);
LULL_COLLECTIVE(Scatter, Iscatter);
LULL_COLLECTIVE(Scatterv, Iscatterv);
LULL_COLLECTIVE(Gather, Igather);
LULL_COLLECTIVE(Gatherv, Igatherv);
LULL_COLLECTIVE(Reduce, Ireduce);
LULL_COLLECTIVE(Allreduce, Iallreduce);
LULL_COLLECTIVE(Allgather, Iallgather);
LULL_COLLECTIVE(Allgatherv, Iallgatherv);
LULL_COLLECTIVE(Alltoall, Ialltoall);
LULL_COLLECTIVE(Alltoallv, Ialltoallv);
LULL_COLLECTIVE(Alltoallw, Ialltoallw);
LULL_COLLECTIVE(Reduce_scatter, Ireduce_scatter);
LULL_COLLECTIVE(Reduce_scatter_block, Ireduce_scatter_block);
LULL_COLLECTIVE(Scan, Iscan);
LULL_COLLECTIVE(Exscan, Iexscan);

#undef LULL_COLLECTIVE

}  // namespace lull::recorder::mpi
