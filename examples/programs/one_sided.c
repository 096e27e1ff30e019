// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// One-sided communication in a ring, in every kind of epoch: fences, post-start-complete-wait,
// locks, lock_all with flushes, and requests.
//
// Wait states on purpose: waiting at fences, a late post (MPI_Win_start or _complete waits), a late
// complete (MPI_Win_wait waits), and competition for an exclusive lock.
#include "compute.h"
#include "counted_mpi.h"

enum { kElements = 64, kMicroseconds = 200 };

struct Ring {
  int rank;
  int processes;
  int left;
  int right;
};

static void fence_epochs(const struct Ring* ring, MPI_Win window) {
  double put[kElements] = {1}, got[kElements], one = 1;
  MPI_Win_fence(MPI_MODE_NOPRECEDE, window);
  compute(kMicroseconds * (1 + ring->rank % 3));
  MPI_Put(put, kElements, MPI_DOUBLE, ring->right, 0, kElements, MPI_DOUBLE, window);
  MPI_Win_fence(0, window);
  MPI_Get(got, kElements, MPI_DOUBLE, ring->left, 0, kElements, MPI_DOUBLE, window);
  MPI_Win_fence(0, window);
  MPI_Accumulate(&one, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, MPI_SUM, window);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
}

static MPI_Group group_of(int rank) {
  MPI_Group all, one;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &rank, &one);
  MPI_Group_free(&all);
  return one;
}

// Even ranks open their window late, odd ones complete their access late.
static void general_epochs(const struct Ring* ring, MPI_Win window) {
  double put[kElements] = {2};
  MPI_Group origin = group_of(ring->left);
  MPI_Group target = group_of(ring->right);
  if (ring->rank % 2 == 0) compute(2 * kMicroseconds);
  MPI_Win_post(origin, 0, window);
  MPI_Win_start(target, 0, window);
  MPI_Put(put, kElements, MPI_DOUBLE, ring->right, 0, kElements, MPI_DOUBLE, window);
  if (ring->rank % 2 == 1) compute(3 * kMicroseconds);
  MPI_Win_complete(window);
  MPI_Win_wait(window);
  MPI_Group_free(&origin);
  MPI_Group_free(&target);
}

// All processes read from a neighbour, and compete for an exclusive lock at rank 0.
static void lock_epochs(const struct Ring* ring, MPI_Win window) {
  double got[kElements], put = ring->rank;
  MPI_Win_lock(MPI_LOCK_SHARED, ring->right, 0, window);
  MPI_Get(got, kElements, MPI_DOUBLE, ring->right, 0, kElements, MPI_DOUBLE, window);
  MPI_Win_unlock(ring->right, window);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
  MPI_Put(&put, 1, MPI_DOUBLE, 0, ring->rank % kElements, 1, MPI_DOUBLE, window);
  compute(kMicroseconds);
  MPI_Win_unlock(0, window);
}

static void passive_epoch(const struct Ring* ring, MPI_Win window) {
  double one = 1, before, put[kElements] = {3}, got[kElements];
  MPI_Request request;
  MPI_Win_lock_all(0, window);
  MPI_Put(put, kElements, MPI_DOUBLE, ring->right, kElements, kElements, MPI_DOUBLE, window);
  MPI_Win_flush(ring->right, window);
  MPI_Fetch_and_op(&one, &before, MPI_DOUBLE, 0, 0, MPI_SUM, window);
  MPI_Win_flush(0, window);
  MPI_Rput(put, kElements, MPI_DOUBLE, ring->right, kElements, kElements, MPI_DOUBLE, window,
           &request);
  compute(kMicroseconds / 2);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Rget(got, kElements, MPI_DOUBLE, ring->left, 0, kElements, MPI_DOUBLE, window, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(window);
}

int main(int argc, char** argv) {
  static double memory[2 * kElements];
  const int iterations = iterations_from(argc, argv, 5);
  struct Ring ring;
  double* allocated;
  MPI_Win created_window, allocated_window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &ring.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ring.processes);
  ring.left = (ring.rank + ring.processes - 1) % ring.processes;
  ring.right = (ring.rank + 1) % ring.processes;
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD,
                 &created_window);
  MPI_Win_allocate(sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &allocated,
                   &allocated_window);
  for (int i = 0; i < iterations; ++i) {
    fence_epochs(&ring, created_window);
    general_epochs(&ring, created_window);
    lock_epochs(&ring, allocated_window);
    passive_epoch(&ring, allocated_window);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_free(&allocated_window);
  MPI_Win_free(&created_window);
  finish("one_sided");
  return 0;
}
