// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Messages of bytes between the processes of a communicator. Both ends have to be machines of the
// same kind. Calls throw Error (system) for more than MPI can count; other errors are MPI's to
// tell.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "lull/base/memory/packing.hpp"
#include "lull/parallel/mpi_interface.hpp"

namespace lull::parallel {

[[nodiscard]] int rank_in(MPI_Comm communicator);
[[nodiscard]] int size_of(MPI_Comm communicator);

// As MPI counts; throws where it cannot.
[[nodiscard]] int count_of(std::size_t size);
void send_bytes(const Bytes& bytes, int destination, int tag, MPI_Comm communicator);
// From any source and under any tag, if the caller wants that.
[[nodiscard]] Bytes receive_bytes(int source, int tag, MPI_Comm communicator);

// Collective. What `root` has in `bytes`, everybody has after it.
void broadcast_bytes(Bytes& bytes, int root, MPI_Comm communicator);
// Collective: merge(of lower ranks, of higher ranks) in as many steps as the logarithm of the
// number of processes. The result is on rank 0, empty elsewhere.
[[nodiscard]] Bytes reduce_bytes(
    Bytes mine, MPI_Comm communicator,
    const std::function<Bytes(const Bytes& lower, const Bytes& higher)>& merge);
// Collective: to each process what the caller has for it, by rank. What came, by rank.
[[nodiscard]] std::vector<Bytes> exchange_bytes(const std::vector<Bytes>& to,
                                                MPI_Comm communicator);

// A communicator like another, whose messages do not meet that one's. Making and ending are
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
