// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Jacobi's iteration on a two-dimensional grid, closed to a ring in the second dimension. Halos are
// exchanged with MPI_Isend and MPI_Irecv in even iterations, with persistent requests in odd ones.
//
// Wait states on purpose: late senders in MPI_Waitall, MPI_Sendrecv and MPI_Neighbor_alltoall,
// waiting at MPI_Allreduce, and an MPI_Iallreduce that ends late in MPI_Wait; all because higher
// ranks compute longer.
#include <string.h>

#include "compute.h"
#include "counted_mpi.h"

enum { kSide = 32, kRow = kSide + 2, kMicroseconds = 300 };
enum { West, East, North, South, kNeighbours };

struct Stencil {
  MPI_Comm comm;
  MPI_Datatype column;
  int rank;
  int neighbour[kNeighbours];
  MPI_Request persistent[2 * kNeighbours];
  double cells[kRow * kRow];
};

static double* cell(struct Stencil* s, int row, int column) {
  return &s->cells[row * kRow + column];
}

// Returns the cells sent to a neighbour, or the place for those received from it.
static double* edge(struct Stencil* s, int neighbour) {
  double* const edges[] = {cell(s, 1, 1), cell(s, 1, kSide), cell(s, 1, 1), cell(s, kSide, 1)};
  return edges[neighbour];
}

static double* halo(struct Stencil* s, int neighbour) {
  double* const halos[] = {cell(s, 1, 0), cell(s, 1, kSide + 1), cell(s, 0, 1),
                           cell(s, kSide + 1, 1)};
  return halos[neighbour];
}

static int elements(int neighbour) { return neighbour < North ? 1 : kSide; }
static MPI_Datatype type_of(const struct Stencil* s, int neighbour) {
  return neighbour < North ? s->column : MPI_DOUBLE;
}
// A message sent westwards arrives from the east.
static int opposite(int neighbour) { return neighbour ^ 1; }

static void exchange_nonblocking(struct Stencil* s) {
  MPI_Request requests[2 * kNeighbours];
  for (int i = 0; i < kNeighbours; ++i) {
    MPI_Irecv(halo(s, i), elements(i), type_of(s, i), s->neighbour[i], opposite(i), s->comm,
              &requests[i]);
  }
  for (int i = 0; i < kNeighbours; ++i) {
    MPI_Isend(edge(s, i), elements(i), type_of(s, i), s->neighbour[i], i, s->comm,
              &requests[kNeighbours + i]);
  }
  MPI_Waitall(2 * kNeighbours, requests, MPI_STATUSES_IGNORE);
}

static void make_persistent_requests(struct Stencil* s) {
  for (int i = 0; i < kNeighbours; ++i) {
    MPI_Recv_init(halo(s, i), elements(i), type_of(s, i), s->neighbour[i], opposite(i), s->comm,
                  &s->persistent[i]);
    MPI_Send_init(edge(s, i), elements(i), type_of(s, i), s->neighbour[i], i, s->comm,
                  &s->persistent[kNeighbours + i]);
  }
}

static void exchange_persistent(struct Stencil* s) {
  MPI_Startall(kNeighbours, s->persistent);
  for (int i = 0; i < kNeighbours; ++i) MPI_Start(&s->persistent[kNeighbours + i]);
  MPI_Waitall(2 * kNeighbours, s->persistent, MPI_STATUSES_IGNORE);
}

// Returns the sum of squared changes.
static double relax(struct Stencil* s) {
  double next[kRow * kRow];
  double change = 0;
  memcpy(next, s->cells, sizeof next);
  for (int row = 1; row <= kSide; ++row) {
    for (int column = 1; column <= kSide; ++column) {
      const double mean = (*cell(s, row - 1, column) + *cell(s, row + 1, column) +
                           *cell(s, row, column - 1) + *cell(s, row, column + 1)) /
                          4;
      change += (mean - *cell(s, row, column)) * (mean - *cell(s, row, column));
      next[row * kRow + column] = mean;
    }
  }
  memcpy(s->cells, next, sizeof next);
  compute(kMicroseconds * (2 + s->rank % 4));
  return change;
}

// Corners and a load figure: small messages by other calls.
static void exchange_extras(struct Stencil* s) {
  double loads[kNeighbours] = {1, 2, 3, 4}, neighbours_loads[kNeighbours];
  MPI_Request gathered;
  MPI_Sendrecv(cell(s, 1, 1), 1, MPI_DOUBLE, s->neighbour[North], kNeighbours,
               cell(s, kSide + 1, 0), 1, MPI_DOUBLE, s->neighbour[South], kNeighbours, s->comm,
               MPI_STATUS_IGNORE);
  MPI_Neighbor_alltoall(loads, 1, MPI_DOUBLE, neighbours_loads, 1, MPI_DOUBLE, s->comm);
  MPI_Ineighbor_allgather(loads, 1, MPI_DOUBLE, neighbours_loads, 1, MPI_DOUBLE, s->comm, &gathered);
  MPI_Wait(&gathered, MPI_STATUS_IGNORE);
}

static void iterate(struct Stencil* s, int iteration) {
  double change, residual, largest;
  int done;
  MPI_Request request;
  if (iteration % 2 == 0) {
    exchange_nonblocking(s);
  } else {
    exchange_persistent(s);
  }
  change = relax(s);
  MPI_Iallreduce(&change, &largest, 1, MPI_DOUBLE, MPI_MAX, s->comm, &request);
  MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  compute(kMicroseconds);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  exchange_extras(s);
  MPI_Allreduce(&change, &residual, 1, MPI_DOUBLE, MPI_SUM, s->comm);
  if (!(residual >= 0)) MPI_Abort(s->comm, 1);
}

static void start(struct Stencil* s) {
  int processes;
  int sizes[2] = {0, 0};
  const int periodic[2] = {0, 1};
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  MPI_Dims_create(processes, 2, sizes);
  MPI_Cart_create(MPI_COMM_WORLD, 2, sizes, periodic, 0, &s->comm);
  MPI_Comm_rank(s->comm, &s->rank);
  MPI_Cart_shift(s->comm, 1, 1, &s->neighbour[West], &s->neighbour[East]);
  MPI_Cart_shift(s->comm, 0, 1, &s->neighbour[North], &s->neighbour[South]);
  MPI_Type_vector(kSide, 1, kRow, MPI_DOUBLE, &s->column);
  MPI_Type_commit(&s->column);
  for (int i = 0; i < kRow * kRow; ++i) s->cells[i] = i % 7 + s->rank;
  make_persistent_requests(s);
}

static void end(struct Stencil* s) {
  for (int i = 0; i < 2 * kNeighbours; ++i) MPI_Request_free(&s->persistent[i]);
  MPI_Type_free(&s->column);
  MPI_Comm_free(&s->comm);
}

int main(int argc, char** argv) {
  static struct Stencil stencil;
  const int iterations = iterations_from(argc, argv, 30);
  MPI_Init(&argc, &argv);
  start(&stencil);
  for (int i = 0; i < iterations; ++i) iterate(&stencil, i);
  end(&stencil);
  finish("stencil");
  return 0;
}
