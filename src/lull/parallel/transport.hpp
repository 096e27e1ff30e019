// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Byte messages between the processes of a communicator, which must run on machines of the same
// architecture. Calls throw Error (system) for sizes beyond MPI's limit; other errors are left to
// MPI.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "lull/base/memory/packing.hpp"
#include "lull/parallel/mpi_interface.hpp"

namespace lull::parallel {

[[nodiscard]] int rank_in(MPI_Comm communicator);
[[nodiscard]] int size_of(MPI_Comm communicator);

// Converts to MPI's count type; throws Error (system) if the size does not fit.
[[nodiscard]] int count_of(std::size_t size);
void send_bytes(const Bytes& bytes, int destination, int tag, MPI_Comm communicator);
// The source and the tag may be MPI_ANY_SOURCE and MPI_ANY_TAG.
[[nodiscard]] Bytes receive_bytes(int source, int tag, MPI_Comm communicator);

// Collective: copies the bytes of `root` to all processes.
void broadcast_bytes(Bytes& bytes, int root, MPI_Comm communicator);
// Collective: reduces with merge(lower ranks, higher ranks) in a logarithmic number of steps. The
// result is on rank 0, empty elsewhere.
[[nodiscard]] Bytes reduce_bytes(
    Bytes mine, MPI_Comm communicator,
    const std::function<Bytes(const Bytes& lower, const Bytes& higher)>& merge);
// Collective: sends to[rank] to each rank. Returns the received bytes, indexed by rank.
[[nodiscard]] std::vector<Bytes> exchange_bytes(const std::vector<Bytes>& to,
                                                MPI_Comm communicator);

// A duplicate of a communicator with separate message matching. Construction and destruction are
// collective.
class OwnCommunicator {
 public:
  explicit OwnCommunicator(MPI_Comm other) { MPI_Comm_dup(other, &communicator_); }
  OwnCommunicator(const OwnCommunicator&) = delete;
  OwnCommunicator& operator=(const OwnCommunicator&) = delete;
  ~OwnCommunicator() { MPI_Comm_free(&communicator_); }
  [[nodiscard]] MPI_Comm get() const { return communicator_; }

 private:
  MPI_Comm communicator_ = MPI_COMM_NULL;
};

}  // namespace lull::parallel
