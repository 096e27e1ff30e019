// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Waits for a designed time at a designed place: one MPI wait state at a time, named by the first
// argument. Then prints the total waiting time of all processes in milliseconds; the second
// argument is the length of delays (100). Needs at least 4 processes.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compute.h"

static long delay = 100000;  // microseconds
static int rank, size;
static MPI_Win window;
static int* memory;

static void late(int who) {
  if (rank == who) compute(delay);
}
static void open_window(void) {
  MPI_Win_allocate(sizeof(int) * 64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
}
static void close_window(void) { MPI_Win_free(&window); }

static MPI_Group group_of(int first, int last) {
  int range[1][3] = {{first, last, 1}};
  MPI_Group world, part;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_range_incl(world, 1, range, &part);
  MPI_Group_free(&world);
  return part;
}

static void receive_from(int who) {
  int value;
  MPI_Recv(&value, 1, MPI_INT, who, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

// Messages from process 0 to process 1.
static int late_sender(void) {
  late(0);
  if (rank == 0) MPI_Send(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  if (rank == 1) receive_from(0);
  return 1;
}
static int late_receiver(void) {
  late(1);
  if (rank == 0) MPI_Ssend(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  if (rank == 1) receive_from(0);
  return 1;
}
// Process 2 has sent, but process 1 receives from process 0 first.
static int wrong_order(void) {
  late(0);
  if (rank == 0 || rank == 2) MPI_Send(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  if (rank == 1) receive_from(0);
  if (rank == 1) receive_from(2);
  return 1;
}
// Everything is ready to be sent, except for the last partition.
static int partitioned(void) {
#if MPI_VERSION >= 4
  int parts[4] = {0}, part;
  MPI_Request request;
  if (rank > 1) return 1;
  if (rank == 0)
    MPI_Psend_init(parts, 4, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  else
    MPI_Precv_init(parts, 4, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  for (part = 0; rank == 0 && part < 4; ++part) {
    if (part == 3) compute(delay);
    MPI_Pready(part, request);
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  return 1;
#else
  return 0;
#endif
}

// The caller makes all others wait; returns their number.
static int allreduce(void) {
  int sum;
  late(0);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return size - 1;
}
static int bcast(void) {
  int value = 0;
  late(0);
  MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return size - 1;
}
static int reduce(void) {
  int sum;
  late(size - 1);
  MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  return 1;
}
static int scan(void) {
  int sum;
  late(0);
  MPI_Scan(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return size - 1;
}
static int barrier(void) {
  late(0);
  MPI_Barrier(MPI_COMM_WORLD);
  return size - 1;
}
static int window_create(void) {
  late(0);
  open_window();
  close_window();
  return size - 1;
}
static int window_free(void) {
  open_window();
  late(0);
  close_window();
  return size - 1;
}
static int fence(void) {
  open_window();
  MPI_Win_fence(0, window);
  late(0);
  MPI_Win_fence(0, window);
  close_window();
  return size - 1;
}
static int late_post(void) {
  const int value = rank;
  open_window();
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Group origins = group_of(1, size - 1);
    compute(delay);
    MPI_Win_post(origins, 0, window);
    MPI_Win_wait(window);
    MPI_Group_free(&origins);
  } else {
    MPI_Group target = group_of(0, 0);
    MPI_Win_start(target, 0, window);
    MPI_Put(&value, 1, MPI_INT, 0, rank, 1, MPI_INT, window);
    MPI_Win_complete(window);
    MPI_Group_free(&target);
  }
  close_window();
  return size - 1;
}
static int late_complete(void) {
  const int value = rank;
  open_window();
  if (rank == 0) {
    MPI_Group origin = group_of(1, 1);
    MPI_Win_post(origin, 0, window);
    MPI_Win_wait(window);
    MPI_Group_free(&origin);
  } else if (rank == 1) {
    MPI_Group target = group_of(0, 0);
    MPI_Win_start(target, 0, window);
    MPI_Put(&value, 1, MPI_INT, 0, rank, 1, MPI_INT, window);
    compute(delay);
    MPI_Win_complete(window);
    MPI_Group_free(&target);
  }
  MPI_Barrier(MPI_COMM_WORLD);  // others wait here
  close_window();
  return 1;
}
static int lock_competition(void) {
  const int value = rank;
  open_window();
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1 || rank == 2) {
    if (rank == 2) compute(delay / 4);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
    MPI_Put(&value, 1, MPI_INT, 0, rank, 1, MPI_INT, window);
    MPI_Win_flush(0, window);
    if (rank == 1) compute(delay + delay / 4);
    MPI_Win_unlock(0, window);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  close_window();
  return 1;
}
static int progress(void) {
  int value = 0;
  open_window();
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) compute(delay);
  if (rank == 1) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
    MPI_Get(&value, 1, MPI_INT, 0, rank, 1, MPI_INT, window);
    MPI_Win_unlock(0, window);
  }
  MPI_Barrier(MPI_COMM_WORLD);  // others wait here
  close_window();
  return 1;
}

static void complete(MPI_Request* request) { MPI_Wait(request, MPI_STATUS_IGNORE); }
static int ibarrier(void) {
  MPI_Request request;
  late(0);
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  complete(&request);
  return size - 1;
}
static int iallreduce(void) {
  MPI_Request request;
  int sum = 0;
  late(0);
  MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
  complete(&request);
  return size - 1;
}
static int ibcast(void) {
  MPI_Request request;
  int value = rank;
  late(0);
  MPI_Ibcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
  complete(&request);
  return size - 1;
}
static int ireduce(void) {
  MPI_Request request;
  int sum = 0;
  late(1);
  MPI_Ireduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD, &request);
  complete(&request);
  return 1;
}
static int iscan(void) {
  MPI_Request request;
  int sum = 0;
  late(0);
  MPI_Iscan(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
  complete(&request);
  return size - 1;
}
// The others compute for as long, which hides the waiting time.
static int hidden(void) {
  MPI_Request request;
  int sum = 0;
  late(0);
  MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
  if (rank != 0) compute(delay + delay / 2);
  complete(&request);
  return size - 1;
}

// One wave through a grid of two rows, from its first process; each process computes.
static int sweep(void) {
  const int no_periods[2] = {0, 0};
  int sizes[2] = {2, size / 2}, value = 0, d, before[2], behind[2], place[2];
  MPI_Comm grid;
  MPI_Cart_create(MPI_COMM_WORLD, 2, sizes, no_periods, 0, &grid);
  if (grid == MPI_COMM_NULL) return 0;
  for (d = 0; d < 2; ++d) MPI_Cart_shift(grid, d, 1, &before[d], &behind[d]);
  MPI_Cart_coords(grid, rank, 2, place);
  MPI_Barrier(grid);
  for (d = 0; d < 2; ++d)
    if (before[d] != MPI_PROC_NULL)
      MPI_Recv(&value, 1, MPI_INT, before[d], 0, grid, MPI_STATUS_IGNORE);
  compute(delay);
  for (d = 0; d < 2; ++d)
    if (behind[d] != MPI_PROC_NULL) MPI_Send(&value, 1, MPI_INT, behind[d], 0, grid);
  MPI_Barrier(grid);
  MPI_Comm_free(&grid);
  return size / 2 * (size / 2 - 1) + size / 2;  // 0, 1, 2 … in each row, and 1 more in the second
}

static const struct {
  const char* name;
  int (*run)(void);
} scenarios[] = {{"late_sender", late_sender},
                 {"late_receiver", late_receiver},
                 {"wrong_order", wrong_order},
                 {"partitioned", partitioned},
                 {"allreduce", allreduce},
                 {"bcast", bcast},
                 {"reduce", reduce},
                 {"scan", scan},
                 {"barrier", barrier},
                 {"window_create", window_create},
                 {"window_free", window_free},
                 {"fence", fence},
                 {"late_post", late_post},
                 {"late_complete", late_complete},
                 {"lock_competition", lock_competition},
                 {"progress", progress},
                 {"ibarrier", ibarrier},
                 {"iallreduce", iallreduce},
                 {"ibcast", ibcast},
                 {"ireduce", ireduce},
                 {"iscan", iscan},
                 {"hidden", hidden},
                 {"sweep", sweep}};

int main(int argc, char** argv) {
  unsigned i;
  int delays = -1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc > 2) delay = 1000 * atol(argv[2]);
  MPI_Barrier(MPI_COMM_WORLD);
  for (i = 0; argc > 1 && i < sizeof scenarios / sizeof *scenarios; ++i)
    if (strcmp(argv[1], scenarios[i].name) == 0) delays = scenarios[i].run();
  if (rank == 0 && delays >= 0) printf("%s %ld\n", argv[1], delays * (delay / 1000));
  if (rank == 0 && delays < 0) printf("usage: designed_waits SCENARIO [MILLISECONDS]\n");
  MPI_Finalize();
  return delays < 0;
}
