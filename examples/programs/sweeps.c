// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Waves through a grid of 3 x 3 processes, from the south-west, then the north-west, then the
// north-east corner: a process receives from two sides, works, and sends to the others, twice in
// each wave. The pipeline drains where the direction changes, and refills. The argument is the
// duration of work in milliseconds (20); processes sleep meanwhile, so they need no processor each.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { kSide = 3, kSteps = 2, kWaves = 3 };

static void work(long milliseconds) {
  const struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  nanosleep(&time, NULL);
}

static void receive(MPI_Comm grid, int from) {
  int value;
  MPI_Recv(&value, 1, MPI_INT, from, 0, grid, MPI_STATUS_IGNORE);
}

int main(int argc, char** argv) {
  static const int directions[kWaves][2] = {{1, 1}, {1, -1}, {-1, -1}};
  const int sizes[2] = {kSide, kSide}, open[2] = {0, 0};
  MPI_Comm grid;
  int rank, size, value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (size != kSide * kSide) {
    if (rank == 0) fprintf(stderr, "sweeps: run this with %d processes\n", kSide * kSide);
    MPI_Finalize();
    return 1;
  }
  const long milliseconds = argc > 1 ? atol(argv[1]) : 20;
  MPI_Cart_create(MPI_COMM_WORLD, 2, sizes, open, 0, &grid);
  for (int wave = 0; wave < kWaves; ++wave) {
    int west, east, south, north;
    MPI_Cart_shift(grid, 0, directions[wave][0], &west, &east);
    MPI_Cart_shift(grid, 1, directions[wave][1], &south, &north);
    for (int step = 0; step < kSteps; ++step) {
      receive(grid, west);
      receive(grid, south);
      work(milliseconds);
      MPI_Send(&value, 1, MPI_INT, east, 0, grid);
      MPI_Send(&value, 1, MPI_INT, north, 0, grid);
    }
  }
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return 0;
}
