// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A pipelined wavefront over a two-dimensional grid of processes, like SWEEP3D: sweeps start in
// each of the four corners, and a process computes a block when its two upstream neighbours have
// sent theirs.
//
// Wait states on purpose: late senders (filling the pipeline, and after a slow process), waiting at
// MPI_Allreduce in rows of processes with unequal work, waiting at the barrier.

#include "compute.h"
#include "counted_mpi.h"

enum { kBlocks = 4, kBlockSize = 64, kMicroseconds = 150 };

struct Grid {
  MPI_Comm all;
  MPI_Comm row;
  int rank;
};

static void compute_block(const struct Grid* grid) {
  const int slow = grid->rank == 1 ? 2 : 1;
  compute(slow * kMicroseconds);
}

// One sweep, along both dimensions upwards (+1) or downwards (-1).
static void sweep(const struct Grid* grid, int direction_x, int direction_y) {
  int west, east, north, south;
  double x_face[kBlockSize] = {0}, y_face[kBlockSize] = {0};
  MPI_Cart_shift(grid->all, 0, direction_x, &west, &east);
  MPI_Cart_shift(grid->all, 1, direction_y, &north, &south);
  for (int block = 0; block < kBlocks; ++block) {
    MPI_Recv(x_face, kBlockSize, MPI_DOUBLE, west, block, grid->all, MPI_STATUS_IGNORE);
    MPI_Recv(y_face, kBlockSize, MPI_DOUBLE, north, block, grid->all, MPI_STATUS_IGNORE);
    compute_block(grid);
    MPI_Send(x_face, kBlockSize, MPI_DOUBLE, east, block, grid->all);
    MPI_Send(y_face, kBlockSize, MPI_DOUBLE, south, block, grid->all);
  }
}

static void sum_over_row(const struct Grid* grid, int iteration) {
  double flux = iteration + grid->rank, sum;
  compute(kMicroseconds * (grid->rank % 3));
  MPI_Allreduce(&flux, &sum, 1, MPI_DOUBLE, MPI_SUM, grid->row);
}

static void iterate(const struct Grid* grid, int iteration) {
  sweep(grid, 1, 1);
  sweep(grid, 1, -1);
  sweep(grid, -1, 1);
  sweep(grid, -1, -1);
  sum_over_row(grid, iteration);
  MPI_Barrier(grid->all);
}

static struct Grid make_grid(void) {
  struct Grid grid;
  int processes;
  int sizes[2] = {0, 0};
  const int periodic[2] = {0, 0};
  const int along_row[2] = {1, 0};
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  MPI_Dims_create(processes, 2, sizes);
  MPI_Cart_create(MPI_COMM_WORLD, 2, sizes, periodic, 0, &grid.all);
  MPI_Cart_sub(grid.all, along_row, &grid.row);
  MPI_Comm_rank(grid.all, &grid.rank);
  return grid;
}

int main(int argc, char** argv) {
  const int iterations = iterations_from(argc, argv, 8);
  MPI_Init(&argc, &argv);
  struct Grid grid = make_grid();
  for (int i = 0; i < iterations; ++i) iterate(&grid, i);
  MPI_Comm_free(&grid.row);
  MPI_Comm_free(&grid.all);
  finish("wavefront");
  return 0;
}
