// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A master hands out tasks of unequal length; workers send a result and ask for the next in one
// message, in three kinds of send. Then the master collects reports, and two halves of the
// processes talk over an inter-communicator. Takes the number of tasks; needs two processes at
// least.
//
// Wait states on purpose: a master that is late for synchronous sends (late receiver), workers that
// wait for it (late sender), receives in the wrong order, a late root of a broadcast.
#include <stdio.h>
#include <stdlib.h>

#include "compute.h"
#include "counted_mpi.h"

enum { Result, Task, Report, Never, Across };  // tags
enum { kStop = -1, kMicroseconds = 200, kReports = 2 };

static void serve(int tasks, int processes) {
  int next = 0;
  int result;
  MPI_Status status;
  for (int request = 0; request < tasks + processes - 1; ++request) {
    int from = MPI_ANY_SOURCE;
    if (request % 2 == 0) {
      MPI_Probe(MPI_ANY_SOURCE, Result, MPI_COMM_WORLD, &status);
      from = status.MPI_SOURCE;
    }
    MPI_Recv(&result, 1, MPI_INT, from, Result, MPI_COMM_WORLD, &status);
    const int task = next < tasks ? next++ : kStop;
    compute(kMicroseconds / 2);
    MPI_Send(&task, 1, MPI_INT, status.MPI_SOURCE, Task, MPI_COMM_WORLD);
  }
}

// The kind of send depends on the task, and not on the worker.
static void send_result(int task) {
  switch (task % 3) {
    case 0:
      MPI_Ssend(&task, 1, MPI_INT, 0, Result, MPI_COMM_WORLD);
      break;
    case 1:
      MPI_Bsend(&task, 1, MPI_INT, 0, Result, MPI_COMM_WORLD);
      break;
    default:
      MPI_Send(&task, 1, MPI_INT, 0, Result, MPI_COMM_WORLD);
      break;
  }
}

static void work(void) {
  int task = kStop;
  const int buffer_size = 64 * (MPI_BSEND_OVERHEAD + (int)sizeof task);
  void* buffer = malloc(buffer_size);
  int detached_size;
  MPI_Buffer_attach(buffer, buffer_size);
  MPI_Send(&task, 1, MPI_INT, 0, Result, MPI_COMM_WORLD);
  for (;;) {
    MPI_Recv(&task, 1, MPI_INT, 0, Task, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (task == kStop) break;
    compute(kMicroseconds * (1 + task % 4));
    send_result(task);
  }
  MPI_Buffer_detach(&buffer, &detached_size);
  free(buffer);
}

// The first half of the reports one by one, in the order of their arrival; the others in groups.
// The number of calls of MPI_Waitsome depends on the run.
static void collect_reports(int processes) {
  const int workers = processes - 1;
  const int all = kReports * workers;
  int* reports = malloc(all * sizeof *reports);
  int* indices = malloc(all * sizeof *indices);
  MPI_Request* requests = malloc(all * sizeof *requests);
  for (int i = 0; i < all; ++i) {
    MPI_Irecv(&reports[i], 1, MPI_INT, 1 + i % workers, Report, MPI_COMM_WORLD, &requests[i]);
  }
  for (int done = 0, index; done < workers; ++done) {
    MPI_Waitany(all, requests, &index, MPI_STATUS_IGNORE);
  }
  for (int done = workers, some; done < all; done += some) {
    MPI_Waitsome(all, requests, &some, indices, MPI_STATUSES_IGNORE);
  }
  free(requests);
  free(indices);
  free(reports);
}

static void report(int rank, int processes) {
  for (int i = 0; i < kReports; ++i) {
    compute(kMicroseconds * (processes - rank));
    MPI_Send(&rank, 1, MPI_INT, 0, Report, MPI_COMM_WORLD);
  }
}

// All processes post a receive for a message that is never sent.
static void cancel_receive(void) {
  int message, cancelled;
  MPI_Request request;
  MPI_Status status;
  MPI_Irecv(&message, 1, MPI_INT, MPI_ANY_SOURCE, Never, MPI_COMM_WORLD, &request);
  MPI_Cancel(&request);
  MPI_Wait(&request, &status);
  MPI_Test_cancelled(&status, &cancelled);
}

// Each process of the lower half sends to one of the upper half; then the lower half's first
// process broadcasts.
static void talk_across(int rank, int processes) {
  MPI_Comm half, across;
  const int upper = rank >= processes / 2;
  int own, others, root, value = rank;
  MPI_Comm_split(MPI_COMM_WORLD, upper, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, upper ? 0 : processes / 2, Across, &across);
  MPI_Comm_rank(across, &own);
  MPI_Comm_remote_size(across, &others);
  const int peer = own < others ? own : MPI_PROC_NULL;
  if (upper) {
    MPI_Recv(&value, 1, MPI_INT, peer, Across, across, MPI_STATUS_IGNORE);
    root = 0;
  } else {
    compute(2 * kMicroseconds);
    MPI_Send(&value, 1, MPI_INT, peer, Across, across);
    root = own == 0 ? MPI_ROOT : MPI_PROC_NULL;
    if (own == 0) compute(5 * kMicroseconds);
  }
  MPI_Bcast(&value, 1, MPI_INT, root, across);
  MPI_Comm_free(&across);
  MPI_Comm_free(&half);
}

int main(int argc, char** argv) {
  const int tasks = iterations_from(argc, argv, 200);
  int rank, processes;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  if (processes < 2) {
    fprintf(stderr, "master_worker: needs two processes at least\n");
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  if (rank == 0) {
    serve(tasks, processes);
    collect_reports(processes);
  } else {
    work();
    report(rank, processes);
  }
  cancel_receive();
  talk_across(rank, processes);
  finish("master_worker");
  return 0;
}
