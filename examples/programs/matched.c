// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Messages that are probed first and then received by the probed message (MPI_Mprobe, MPI_Improbe),
// over a communicator that is duplicated in the background; with MPI 4 also functions for large
// counts. Needs at least two processes.
//
// Wait states on purpose: late senders in MPI_Mprobe, waiting at MPI_Allreduce for rank 0.
#include "compute.h"
#include "counted_mpi.h"

enum { kNumbers = 32, kMicroseconds = 200, kBlocking = 1, kPolled = 2, kLarge = 3 };

static void send_to_all(const double* numbers, int processes, int tag, MPI_Comm comm) {
  compute(kMicroseconds);
  for (int peer = 1; peer < processes; ++peer) {
    MPI_Send(numbers, kNumbers - peer, MPI_DOUBLE, peer, tag, comm);
  }
}

static void receive_found(double* numbers, MPI_Comm comm) {
  MPI_Message message;
  MPI_Request request;
  int found = 0;
  MPI_Mprobe(MPI_ANY_SOURCE, kBlocking, comm, &message, MPI_STATUS_IGNORE);
  COUNT(receives);
  MPI_Mrecv(numbers, kNumbers, MPI_DOUBLE, &message, MPI_STATUS_IGNORE);
  while (!found) {
    MPI_Improbe(0, kPolled, comm, &found, &message, MPI_STATUS_IGNORE);
  }
  COUNT(receives);
  MPI_Imrecv(numbers, kNumbers, MPI_DOUBLE, &message, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void exchange_large(double* numbers, int rank, int processes, MPI_Comm comm) {
#if MPI_VERSION >= 4
  double sums[kNumbers];
  if (rank == 0) {
    for (int peer = 1; peer < processes; ++peer) {
      MPI_Send_c(numbers, kNumbers, MPI_DOUBLE, peer, kLarge, comm);
    }
  } else {
    MPI_Recv_c(numbers, kNumbers, MPI_DOUBLE, 0, kLarge, comm, MPI_STATUS_IGNORE);
  }
  MPI_Allreduce_c(numbers, sums, kNumbers, MPI_DOUBLE, MPI_SUM, comm);
#else
  (void)numbers, (void)rank, (void)processes, (void)comm;
#endif
}

int main(int argc, char** argv) {
  const int iterations = iterations_from(argc, argv, 20);
  double numbers[kNumbers] = {0}, sums[kNumbers];
  int rank, processes;
  MPI_Comm copy;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  MPI_Comm_idup(MPI_COMM_WORLD, &copy, &request);
  compute(kMicroseconds);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_set_name(copy, "matched messages");
  for (int i = 0; i < iterations; ++i) {
    if (rank == 0) {
      send_to_all(numbers, processes, kBlocking, copy);
      send_to_all(numbers, processes, kPolled, copy);
    } else {
      receive_found(numbers, copy);
    }
    exchange_large(numbers, rank, processes, copy);
    MPI_Allreduce(numbers, sums, kNumbers, MPI_DOUBLE, MPI_SUM, copy);
  }
  MPI_Comm_free(&copy);
  finish("matched");
  return 0;
}
