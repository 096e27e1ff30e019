// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Every blocking collective operation once per iteration, on all processes and on halves of them.
//
// Wait states on purpose: before each operation another process is late. If it is the root, the
// others wait for a late root (Bcast, Scatter); if not, the root reduces or gathers early, higher
// ranks wait in prefix reductions (Scan, Exscan), and all wait in n-to-n operations and the
// barrier.
#include <stdlib.h>

#include "compute.h"
#include "counted_mpi.h"

enum { kMicroseconds = 150 };

// Room for one number from and to each process, in the forms the operations need.
struct Buffers {
  MPI_Comm comm;
  int rank;
  int processes;
  int late;
  double* out;
  double* in;
  int* ones;
  int* positions;
  int* byte_positions;
  MPI_Datatype* types;
};

static struct Buffers make_buffers(MPI_Comm comm) {
  struct Buffers b = {.comm = comm};
  MPI_Comm_rank(comm, &b.rank);
  MPI_Comm_size(comm, &b.processes);
  b.out = calloc(b.processes, sizeof *b.out);
  b.in = calloc(b.processes, sizeof *b.in);
  b.ones = calloc(b.processes, sizeof *b.ones);
  b.positions = calloc(b.processes, sizeof *b.positions);
  b.byte_positions = calloc(b.processes, sizeof *b.byte_positions);
  b.types = calloc(b.processes, sizeof *b.types);
  for (int i = 0; i < b.processes; ++i) {
    b.ones[i] = 1;
    b.positions[i] = i;
    b.byte_positions[i] = i * (int)sizeof(double);
    b.types[i] = MPI_DOUBLE;
  }
  return b;
}

static void free_buffers(struct Buffers* b) {
  free(b->out);
  free(b->in);
  free(b->ones);
  free(b->positions);
  free(b->byte_positions);
  free(b->types);
}

// Before the next operation, the next process is late.
static void somebody_is_late(struct Buffers* b) {
  if (b->rank == b->late) compute(kMicroseconds);
  b->late = (b->late + 1) % b->processes;
}

static void rooted(struct Buffers* b, int root) {
  const MPI_Datatype type = MPI_DOUBLE;
  somebody_is_late(b);
  MPI_Bcast(b->out, b->processes, type, root, b->comm);
  somebody_is_late(b);
  MPI_Scatter(b->out, 1, type, b->in, 1, type, root, b->comm);
  somebody_is_late(b);
  MPI_Scatterv(b->out, b->ones, b->positions, type, b->in, 1, type, root, b->comm);
  somebody_is_late(b);
  MPI_Gather(b->out, 1, type, b->in, 1, type, root, b->comm);
  somebody_is_late(b);
  MPI_Gatherv(b->out, 1, type, b->in, b->ones, b->positions, type, root, b->comm);
  somebody_is_late(b);
  MPI_Reduce(b->out, b->in, 1, type, MPI_SUM, root, b->comm);
}

static void all_to_all(struct Buffers* b) {
  const MPI_Datatype type = MPI_DOUBLE;
  somebody_is_late(b);
  MPI_Allgather(b->out, 1, type, b->in, 1, type, b->comm);
  somebody_is_late(b);
  MPI_Allgatherv(b->out, 1, type, b->in, b->ones, b->positions, type, b->comm);
  somebody_is_late(b);
  MPI_Alltoall(b->out, 1, type, b->in, 1, type, b->comm);
  somebody_is_late(b);
  MPI_Alltoallv(b->out, b->ones, b->positions, type, b->in, b->ones, b->positions, type, b->comm);
  somebody_is_late(b);
  MPI_Alltoallw(b->out, b->ones, b->byte_positions, b->types, b->in, b->ones, b->byte_positions,
                b->types, b->comm);
  somebody_is_late(b);
  MPI_Barrier(b->comm);
}

static void reductions(struct Buffers* b) {
  const MPI_Datatype type = MPI_DOUBLE;
  somebody_is_late(b);
  MPI_Allreduce(b->out, b->in, 1, type, MPI_SUM, b->comm);
  somebody_is_late(b);
  MPI_Reduce_scatter(b->out, b->in, b->ones, type, MPI_SUM, b->comm);
  somebody_is_late(b);
  MPI_Reduce_scatter_block(b->out, b->in, 1, type, MPI_SUM, b->comm);
  somebody_is_late(b);
  MPI_Scan(b->out, b->in, 1, type, MPI_SUM, b->comm);
  somebody_is_late(b);
  MPI_Exscan(b->out, b->in, 1, type, MPI_SUM, b->comm);
}

static void every_collective(struct Buffers* b, int iteration) {
  rooted(b, iteration % b->processes);
  all_to_all(b);
  reductions(b);
}

int main(int argc, char** argv) {
  const int iterations = iterations_from(argc, argv, 10);
  int rank;
  MPI_Comm part;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &part);
  struct Buffers world = make_buffers(MPI_COMM_WORLD);
  struct Buffers half = make_buffers(part);
  for (int i = 0; i < iterations; ++i) {
    every_collective(&world, i);
    every_collective(&half, i);
  }
  free_buffers(&half);
  free_buffers(&world);
  MPI_Comm_free(&part);
  finish("collectives");
  return 0;
}
