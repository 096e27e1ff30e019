// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// MPI with OpenMP under MPI_THREAD_MULTIPLE: in pairs of processes, every thread exchanges messages
// with the thread of the same number in the other process; the number is the tag.
//
// Wait states on purpose: waiting at the end of an imbalanced loop and at an explicit barrier,
// threads competing for a critical section, late senders by thread, waiting at MPI_Allreduce while
// the other threads are idle.
#include <omp.h>
#include <stdio.h>

#include "compute.h"
#include "counted_mpi.h"

enum { kThreads = 2, kLoop = 8, kMicroseconds = 100 };

static double imbalanced_loop(int rank) {
  double sum = 0;
  COUNT(parallel_regions);
#pragma omp parallel num_threads(kThreads)
  {
    COUNT(team_threads);
    COUNT(loops);
#pragma omp for schedule(dynamic, 1)
    for (int i = 0; i < kLoop; ++i) {
      compute(kMicroseconds * (i == kLoop - 1 ? 4 + rank % 2 : 1));
      COUNT(criticals);
#pragma omp critical(add)
      {
        compute(kMicroseconds / 4);
        sum += i;
      }
    }
  }
  return sum;
}

static void exchange(int rank, int partner) {
  COUNT(parallel_regions);
#pragma omp parallel num_threads(kThreads)
  {
    const int tag = omp_get_thread_num();
    double out = tag, in = 0;
    COUNT(team_threads);
    compute(kMicroseconds * (1 + (rank + tag) % 3));
    COUNT(barriers);
#pragma omp barrier
    if (rank % 2 == 0) {
      compute(kMicroseconds * tag);
      MPI_Send(&out, 1, MPI_DOUBLE, partner, tag, MPI_COMM_WORLD);
      MPI_Recv(&in, 1, MPI_DOUBLE, partner, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(&in, 1, MPI_DOUBLE, partner, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      compute(kMicroseconds * (1 + tag));
      MPI_Send(&out, 1, MPI_DOUBLE, partner, tag, MPI_COMM_WORLD);
    }
  }
}

int main(int argc, char** argv) {
  const int iterations = iterations_from(argc, argv, 10);
  int provided, rank, processes;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) {
    fprintf(stderr, "hybrid: this MPI library does not provide MPI_THREAD_MULTIPLE\n");
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  const int other = rank ^ 1;
  const int partner = other < processes ? other : MPI_PROC_NULL;
  for (int i = 0; i < iterations; ++i) {
    double sum = imbalanced_loop(rank), total;
    exchange(rank, partner);
    MPI_Allreduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
  finish("hybrid");
  return 0;
}
