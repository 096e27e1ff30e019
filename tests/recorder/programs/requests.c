/* SPDX-FileCopyrightText: 2026 The Lull contributors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Unusual uses of requests, for two processes: freed, created and completed while the recording is
 * off, tested before they are freed, ended by errors; messages that are probed first and received
 * later, and neighbourhood collectives. */
#include <lull/record.h>
#include <mpi.h>
#ifdef OPEN_MPI
#include <mpi-ext.h>
#endif
#include <stdio.h>

static int rank, numbers[8], others[8];

static void exchange(int tag) {
  MPI_Request request;
  if (rank == 0) {
    MPI_Send(numbers, 1, MPI_INT, 1, tag, MPI_COMM_WORLD);
  } else {
    MPI_Irecv(numbers, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
}

/* The library reuses the handle of a request that is freed while the recording is off. */
static void freed_while_off(void) {
  MPI_Request request;
  if (rank == 1) MPI_Recv_init(numbers, 1, MPI_INT, 0, 9, MPI_COMM_WORLD, &request);
  LULL_RECORDING_OFF();
  if (rank == 1) MPI_Request_free(&request);
  LULL_RECORDING_ON();
  for (int tag = 0; tag < 4; ++tag) exchange(tag);
}

static void made_while_off(void) {
  MPI_Request request;
  LULL_RECORDING_OFF();
  if (rank == 0) MPI_Send_init(numbers, 1, MPI_INT, 1, 11, MPI_COMM_WORLD, &request);
  LULL_RECORDING_ON();
  for (int i = 0; i < 3; ++i) {
    if (rank == 1) {
      MPI_Recv(numbers, 1, MPI_INT, 0, 11, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Start(&request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
  }
  if (rank == 0) MPI_Request_free(&request);
}

/* A library may replace the request of a buffered send that is started again. */
static void buffered_again(void) {
  static char space[4 * (100000 + MPI_BSEND_OVERHEAD)], data[100000];
  void* back;
  int size;
  MPI_Request requests[2];
  if (rank == 0) {
    MPI_Buffer_attach(space, sizeof space);
    for (int i = 0; i < 2; ++i) MPI_Bsend_init(data, sizeof data, MPI_CHAR, 1, 61 + i, MPI_COMM_WORLD, &requests[i]);
    MPI_Start(&requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Startall(2, requests);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Buffer_detach(&back, &size);
    for (int i = 0; i < 2; ++i) MPI_Request_free(&requests[i]);
  } else {
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 3; ++i)
      MPI_Recv(data, sizeof data, MPI_CHAR, 0, i < 2 ? 61 : 62, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

static void completed_while_off(void) {
  MPI_Request request;
  if (rank == 0) MPI_Isend(numbers, 2, MPI_INT, 1, 21, MPI_COMM_WORLD, &request);
  else MPI_Irecv(numbers, 2, MPI_INT, 0, 21, MPI_COMM_WORLD, &request);
  LULL_RECORDING_OFF();
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  LULL_RECORDING_ON();
}

/* One of two receive buffers is too short. */
static void failed_in_part(void) {
  MPI_Request requests[2];
  MPI_Status statuses[2];
  if (rank == 0) {
    MPI_Send(numbers, 4, MPI_INT, 1, 31, MPI_COMM_WORLD);
    MPI_Send(numbers, 1, MPI_INT, 1, 32, MPI_COMM_WORLD);
  } else {
    MPI_Irecv(numbers, 1, MPI_INT, 0, 31, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(others, 1, MPI_INT, 0, 32, MPI_COMM_WORLD, &requests[1]);
    if (MPI_Waitall(2, requests, statuses) == MPI_SUCCESS) puts("Waitall should fail");
    for (int i = 0; i < 2; ++i)
      if (requests[i] != MPI_REQUEST_NULL) MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
  }
  for (int tag = 33; tag < 38; ++tag) exchange(tag);
}

static void seen_and_freed(void) {
  MPI_Request request;
  int flag = 0;
  if (rank == 0) {
    MPI_Isend(numbers, 1, MPI_INT, 1, 41, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
  } else {
    MPI_Irecv(numbers, 1, MPI_INT, 0, 41, MPI_COMM_WORLD, &request);
    while (!flag) MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
  }
}

static void refused(void) {
  if (MPI_Send(numbers, 1, MPI_DATATYPE_NULL, rank, 51, MPI_COMM_WORLD) == MPI_SUCCESS ||
      MPI_Send(numbers, 1, MPI_INT, 7, 51, MPI_COMM_WORLD) == MPI_SUCCESS)
    puts("Send should fail");
}

static void found_and_received(void) {
  MPI_Message first, second;
  if (rank == 0) {
    MPI_Send(numbers, 1, MPI_INT, 1, 61, MPI_COMM_WORLD);
    MPI_Send(numbers, 2, MPI_INT, 1, 61, MPI_COMM_WORLD);
  } else {
    MPI_Mprobe(0, 61, MPI_COMM_WORLD, &first, MPI_STATUS_IGNORE);
    MPI_Mprobe(0, 61, MPI_COMM_WORLD, &second, MPI_STATUS_IGNORE);
    MPI_Mrecv(numbers, 2, MPI_INT, &second, MPI_STATUS_IGNORE);
    MPI_Mrecv(others, 1, MPI_INT, &first, MPI_STATUS_IGNORE);
  }
}

/* In a ring of two, the lower neighbour is also the upper one. */
static void neighbours(void) {
  int size = 2, periodic = 1;
  int counts[2] = {1, 3}, into[2] = {3, 1}, places[2] = {0, 4};
  MPI_Comm ring;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
  MPI_Neighbor_alltoallv(numbers, counts, places, MPI_INT, others, into, places, MPI_INT, ring);
  MPI_Comm_free(&ring);
}

/* A rejected operation has not begun. */
static void refused_together(void) {
  if (MPI_Bcast(numbers, 1, MPI_INT, 99, MPI_COMM_WORLD) == MPI_SUCCESS) puts("Bcast should fail");
}

/* A receive that is freed when it is complete. */
static void complete_and_freed(void) {
  MPI_Request request;
  if (rank == 0) {
    MPI_Send(numbers, 1, MPI_INT, 1, 71, MPI_COMM_WORLD);
    MPI_Send(numbers, 1, MPI_INT, 1, 72, MPI_COMM_WORLD);
  } else {
    MPI_Irecv(numbers, 1, MPI_INT, 0, 71, MPI_COMM_WORLD, &request);
    MPI_Recv(others, 1, MPI_INT, 0, 72, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
  }
}

static void copied_in_the_background(void) {
  MPI_Comm copy;
  MPI_Request request;
  MPI_Comm_idup(MPI_COMM_WORLD, &copy, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_free(&copy);
}

/* Copies of MPI_COMM_SELF are separate communicators. */
static void alone(void) {
  MPI_Comm copy;
  MPI_Comm_dup(MPI_COMM_SELF, &copy);
  MPI_Sendrecv(numbers, 1 + rank, MPI_INT, 0, 75, others, 2, MPI_INT, 0, 75, copy, MPI_STATUS_IGNORE);
  MPI_Comm_free(&copy);
}

#if MPI_VERSION >= 4
#define PERSISTENT(NAME) MPI_##NAME##_init
#elif defined(OMPI_HAVE_MPI_EXT_PCOLLREQ)
#define PERSISTENT(NAME) MPIX_##NAME##_init
#endif

/* Persistent collective operations that are started repeatedly, also of neighbours. */
static void persistent(void) {
#ifdef PERSISTENT
  int size = 2, periodic = 0;
  MPI_Comm row;
  MPI_Request requests[2];
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &row);
  PERSISTENT(Neighbor_alltoall)(numbers, 1, MPI_INT, others, 1, MPI_INT, row, MPI_INFO_NULL, &requests[0]);
  PERSISTENT(Barrier)(row, MPI_INFO_NULL, &requests[1]);
  for (int i = 0; i < 3; ++i) {
    MPI_Startall(2, requests);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }
  for (int i = 0; i < 2; ++i) MPI_Request_free(&requests[i]);
  MPI_Comm_free(&row);
#endif
}

/* Five partitions to send, three to receive, twice. */
static void partitioned(void) {
#if MPI_VERSION >= 4
  int parts[15] = {0};
  MPI_Request request;
  if (rank == 0)
    MPI_Psend_init(parts, 5, 3, MPI_INT, 1, 91, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  else
    MPI_Precv_init(parts, 3, 5, MPI_INT, 0, 91, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  for (int i = 0; i < 2; ++i) {
    MPI_Start(&request);
    for (int part = 0; rank == 0 && i == 0 && part < 5; ++part) MPI_Pready(part, request);
    if (rank == 0 && i == 1) {
      const int some[] = {4, 0};
      MPI_Pready(3, request);
      MPI_Pready_list(2, some, request);
      MPI_Pready_range(1, 2, request);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
#endif
}

/* Additions of MPI 4: one request for a send and a receive, persistent collective operations,
 * communicators created from groups. */
static void fourth_version(void) {
#if MPI_VERSION >= 4
  MPI_Request request;
  MPI_Group group;
  MPI_Comm all;
  for (int to = 0; to < 2; ++to) {
    MPI_Isendrecv(numbers, 1, MPI_INT, to, 0, others, 1, MPI_INT, to, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Isendrecv_replace(numbers, 2, MPI_INT, 1 - rank, 82, 1 - rank, 82, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_group(MPI_COMM_WORLD, &group);
  MPI_Comm_create_from_group(group, "lull", MPI_INFO_NULL, MPI_ERRORS_RETURN, &all);
  MPI_Group_free(&group);
  MPI_Allreduce_init(numbers, others, 1, MPI_INT, MPI_SUM, all, MPI_INFO_NULL, &request);
  for (int i = 0; i < 3; ++i) {
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
  MPI_Comm_free(&all);
#endif
}

static void windows_while_off(void) {
  MPI_Win window;
  int* own;
  MPI_Win_create(numbers, sizeof numbers, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  LULL_RECORDING_OFF();
  MPI_Win_free(&window);
  LULL_RECORDING_ON();
  MPI_Barrier(MPI_COMM_WORLD);
  LULL_RECORDING_OFF();
  MPI_Win_allocate(16, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &own, &window);
  LULL_RECORDING_ON();
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
}

static void locked_without_conflict(void) {
  MPI_Win window;
  MPI_Win_create(numbers, sizeof numbers, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, MPI_MODE_NOCHECK, window);
  MPI_Win_unlock(0, window);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
  MPI_Win_unlock(0, window);
  MPI_Win_free(&window);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  void (*const steps[])(void) = {freed_while_off, made_while_off, completed_while_off, buffered_again,
                                 failed_in_part,  seen_and_freed, refused,
                                 found_and_received, neighbours, refused_together,
                                 complete_and_freed, alone, copied_in_the_background, persistent,
                                 partitioned, fourth_version, windows_while_off,
                                 locked_without_conflict};
  for (unsigned i = 0; i < sizeof steps / sizeof *steps; ++i) {
    steps[i]();
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  if (rank == 0) puts("done");
  return 0;
}
