// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Makes MPI calls count themselves (counted.h): a macro covers each function of the same name.
// Include it after all other headers. Functions without a macro are not counted. Persistent
// requests belong to one thread and are at most kPersistent.
#ifndef LULL_EXAMPLES_COUNTED_MPI_H
#define LULL_EXAMPLES_COUNTED_MPI_H

#include <mpi.h>

#include "counted.h"

static inline void count_message(enum Counter counter, int peer) {
  if (peer != MPI_PROC_NULL) ++counts[counter];
}

enum { kPersistent = 64 };
static struct {
  MPI_Request request;
  enum Counter counter;
  int peer;
} persistent[kPersistent];
static int persistent_requests = 0;

// `result` is that of the call that made the request.
static inline int remember(int result, const MPI_Request* request, enum Counter counter, int peer) {
  persistent[persistent_requests].request = *request;
  persistent[persistent_requests].counter = counter;
  persistent[persistent_requests].peer = peer;
  ++persistent_requests;
  return result;
}

static inline void count_started(int n, const MPI_Request* requests) {
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < persistent_requests; ++k) {
      if (persistent[k].request == requests[i]) {
        count_message(persistent[k].counter, persistent[k].peer);
      }
    }
  }
}

// The receive was counted when it was posted; a cancelled one did not take place.
static inline int count_cancelled(int result, const int* cancelled) {
  if (*cancelled) {
    --counts[Count_receives];
    COUNT(cancelled_receives);
  }
  return result;
}

// Neighbourhood collectives on a grid count as a message to and from each neighbour.
static inline void count_neighbours(MPI_Comm grid) {
  int dimensions = 0;
  PMPI_Cartdim_get(grid, &dimensions);
  for (int i = 0; i < dimensions; ++i) {
    int neighbours[2];
    PMPI_Cart_shift(grid, i, 1, &neighbours[0], &neighbours[1]);
    for (int k = 0; k < 2; ++k) {
      count_message(Count_sends, neighbours[k]);
      count_message(Count_receives, neighbours[k]);
    }
  }
}

// Ends a program: sums the counts of all processes, including those of the summation and of
// MPI_Finalize, prints them on rank 0, and finalises MPI.
static inline void finish(const char* program) {
  int rank, processes;
  long own[kCounters], sums[kCounters];
  COUNTED_CALL(MPI_Comm_rank, MPI_COMM_WORLD, &rank);
  COUNTED_CALL(MPI_Comm_size, MPI_COMM_WORLD, &processes);
  COUNT(MPI_Reduce);
  COUNT(MPI_Finalize);
  copy_counts(own);
  MPI_Reduce(own, sums, kCounters, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) print_sums(program, processes, sums);
  MPI_Finalize();
}

#define COUNTED_MESSAGE(function, counter, peer, ...) \
  (count_message(Count_##counter, peer), COUNTED_CALL(function, __VA_ARGS__))
#define COUNTED_OPERATION(function, counter, ...) \
  (COUNT(counter), COUNTED_CALL(function, __VA_ARGS__))

// Messages
#define MPI_Send(b, n, t, peer, ...) \
  COUNTED_MESSAGE(MPI_Send, sends, peer, b, n, t, peer, __VA_ARGS__)
#define MPI_Ssend(b, n, t, peer, ...) \
  COUNTED_MESSAGE(MPI_Ssend, sends, peer, b, n, t, peer, __VA_ARGS__)
#define MPI_Bsend(b, n, t, peer, ...) \
  COUNTED_MESSAGE(MPI_Bsend, sends, peer, b, n, t, peer, __VA_ARGS__)
#define MPI_Isend(b, n, t, peer, ...) \
  COUNTED_MESSAGE(MPI_Isend, sends, peer, b, n, t, peer, __VA_ARGS__)
#define MPI_Recv(b, n, t, peer, ...) \
  COUNTED_MESSAGE(MPI_Recv, receives, peer, b, n, t, peer, __VA_ARGS__)
#define MPI_Irecv(b, n, t, peer, ...) \
  COUNTED_MESSAGE(MPI_Irecv, receives, peer, b, n, t, peer, __VA_ARGS__)
#define MPI_Send_c(b, n, t, peer, ...) \
  COUNTED_MESSAGE(MPI_Send_c, sends, peer, b, n, t, peer, __VA_ARGS__)
#define MPI_Recv_c(b, n, t, peer, ...) \
  COUNTED_MESSAGE(MPI_Recv_c, receives, peer, b, n, t, peer, __VA_ARGS__)
#define MPI_Sendrecv(sb, sn, st, to, stag, rb, rn, rt, from, ...)       \
  (count_message(Count_sends, to), count_message(Count_receives, from), \
   COUNTED_CALL(MPI_Sendrecv, sb, sn, st, to, stag, rb, rn, rt, from, __VA_ARGS__))
#define MPI_Send_init(b, n, t, peer, tag, comm, r) \
  remember(COUNTED_CALL(MPI_Send_init, b, n, t, peer, tag, comm, r), r, Count_sends, peer)
#define MPI_Recv_init(b, n, t, peer, tag, comm, r) \
  remember(COUNTED_CALL(MPI_Recv_init, b, n, t, peer, tag, comm, r), r, Count_receives, peer)
#define MPI_Start(r) (count_started(1, r), COUNTED_CALL(MPI_Start, r))
#define MPI_Startall(n, r) (count_started(n, r), COUNTED_CALL(MPI_Startall, n, r))
#define MPI_Test_cancelled(s, flag) count_cancelled(COUNTED_CALL(MPI_Test_cancelled, s, flag), flag)

// One-sided operations
#define MPI_Put(...) COUNTED_OPERATION(MPI_Put, puts, __VA_ARGS__)
#define MPI_Rput(...) COUNTED_OPERATION(MPI_Rput, puts, __VA_ARGS__)
#define MPI_Get(...) COUNTED_OPERATION(MPI_Get, gets, __VA_ARGS__)
#define MPI_Rget(...) COUNTED_OPERATION(MPI_Rget, gets, __VA_ARGS__)
#define MPI_Accumulate(...) COUNTED_OPERATION(MPI_Accumulate, accumulates, __VA_ARGS__)
#define MPI_Fetch_and_op(...) COUNTED_OPERATION(MPI_Fetch_and_op, atomics, __VA_ARGS__)

// Files
#define MPI_File_open(...) COUNTED_OPERATION(MPI_File_open, files, __VA_ARGS__)
#define MPI_File_close(...) COUNTED_CALL(MPI_File_close, __VA_ARGS__)
#define MPI_File_delete(...) COUNTED_CALL(MPI_File_delete, __VA_ARGS__)
#define MPI_File_sync(...) COUNTED_CALL(MPI_File_sync, __VA_ARGS__)
#define MPI_File_seek(...) COUNTED_CALL(MPI_File_seek, __VA_ARGS__)
#define MPI_File_read(...) COUNTED_OPERATION(MPI_File_read, file_reads, __VA_ARGS__)
#define MPI_File_read_all(...) COUNTED_OPERATION(MPI_File_read_all, file_reads, __VA_ARGS__)
#define MPI_File_read_at_all_begin(...) \
  COUNTED_OPERATION(MPI_File_read_at_all_begin, file_reads, __VA_ARGS__)
#define MPI_File_read_at_all_end(...) COUNTED_CALL(MPI_File_read_at_all_end, __VA_ARGS__)
#define MPI_File_iread_at(...) COUNTED_OPERATION(MPI_File_iread_at, file_reads, __VA_ARGS__)
#define MPI_File_write(...) COUNTED_OPERATION(MPI_File_write, file_writes, __VA_ARGS__)
#define MPI_File_write_at(...) COUNTED_OPERATION(MPI_File_write_at, file_writes, __VA_ARGS__)
#define MPI_File_write_at_all(...) \
  COUNTED_OPERATION(MPI_File_write_at_all, file_writes, __VA_ARGS__)
#define MPI_File_write_at_all_begin(...) \
  COUNTED_OPERATION(MPI_File_write_at_all_begin, file_writes, __VA_ARGS__)
#define MPI_File_write_at_all_end(...) COUNTED_CALL(MPI_File_write_at_all_end, __VA_ARGS__)
#define MPI_File_iwrite_at(...) COUNTED_OPERATION(MPI_File_iwrite_at, file_writes, __VA_ARGS__)
#define MPI_File_iwrite_at_all(...) \
  COUNTED_OPERATION(MPI_File_iwrite_at_all, file_writes, __VA_ARGS__)

// All others
#define MPI_Barrier(...) COUNTED_CALL(MPI_Barrier, __VA_ARGS__)
#define MPI_Bcast(...) COUNTED_CALL(MPI_Bcast, __VA_ARGS__)
#define MPI_Scatter(...) COUNTED_CALL(MPI_Scatter, __VA_ARGS__)
#define MPI_Scatterv(...) COUNTED_CALL(MPI_Scatterv, __VA_ARGS__)
#define MPI_Gather(...) COUNTED_CALL(MPI_Gather, __VA_ARGS__)
#define MPI_Gatherv(...) COUNTED_CALL(MPI_Gatherv, __VA_ARGS__)
#define MPI_Allgather(...) COUNTED_CALL(MPI_Allgather, __VA_ARGS__)
#define MPI_Allgatherv(...) COUNTED_CALL(MPI_Allgatherv, __VA_ARGS__)
#define MPI_Alltoall(...) COUNTED_CALL(MPI_Alltoall, __VA_ARGS__)
#define MPI_Alltoallv(...) COUNTED_CALL(MPI_Alltoallv, __VA_ARGS__)
#define MPI_Alltoallw(...) COUNTED_CALL(MPI_Alltoallw, __VA_ARGS__)
#define MPI_Reduce(...) COUNTED_CALL(MPI_Reduce, __VA_ARGS__)
#define MPI_Allreduce(...) COUNTED_CALL(MPI_Allreduce, __VA_ARGS__)
#define MPI_Reduce_scatter(...) COUNTED_CALL(MPI_Reduce_scatter, __VA_ARGS__)
#define MPI_Reduce_scatter_block(...) COUNTED_CALL(MPI_Reduce_scatter_block, __VA_ARGS__)
#define MPI_Scan(...) COUNTED_CALL(MPI_Scan, __VA_ARGS__)
#define MPI_Exscan(...) COUNTED_CALL(MPI_Exscan, __VA_ARGS__)
#define MPI_Iallreduce(...) COUNTED_CALL(MPI_Iallreduce, __VA_ARGS__)
#define MPI_Neighbor_alltoall(sb, sn, st, rb, rn, rt, grid) \
  (count_neighbours(grid), COUNTED_CALL(MPI_Neighbor_alltoall, sb, sn, st, rb, rn, rt, grid))
#define MPI_Ineighbor_allgather(sb, sn, st, rb, rn, rt, grid, r) \
  (count_neighbours(grid),                                       \
   COUNTED_CALL(MPI_Ineighbor_allgather, sb, sn, st, rb, rn, rt, grid, r))
#define MPI_Init(...) COUNTED_CALL(MPI_Init, __VA_ARGS__)
#define MPI_Init_thread(...) COUNTED_CALL(MPI_Init_thread, __VA_ARGS__)
#define MPI_Abort(...) COUNTED_CALL(MPI_Abort, __VA_ARGS__)
#define MPI_Comm_rank(...) COUNTED_CALL(MPI_Comm_rank, __VA_ARGS__)
#define MPI_Comm_size(...) COUNTED_CALL(MPI_Comm_size, __VA_ARGS__)
#define MPI_Comm_remote_size(...) COUNTED_CALL(MPI_Comm_remote_size, __VA_ARGS__)
#define MPI_Comm_split(...) COUNTED_CALL(MPI_Comm_split, __VA_ARGS__)
#define MPI_Comm_free(...) COUNTED_CALL(MPI_Comm_free, __VA_ARGS__)
#define MPI_Intercomm_create(...) COUNTED_CALL(MPI_Intercomm_create, __VA_ARGS__)
#define MPI_Comm_group(...) COUNTED_CALL(MPI_Comm_group, __VA_ARGS__)
#define MPI_Group_incl(...) COUNTED_CALL(MPI_Group_incl, __VA_ARGS__)
#define MPI_Group_free(...) COUNTED_CALL(MPI_Group_free, __VA_ARGS__)
#define MPI_Dims_create(...) COUNTED_CALL(MPI_Dims_create, __VA_ARGS__)
#define MPI_Cart_create(...) COUNTED_CALL(MPI_Cart_create, __VA_ARGS__)
#define MPI_Cart_shift(...) COUNTED_CALL(MPI_Cart_shift, __VA_ARGS__)
#define MPI_Cart_sub(...) COUNTED_CALL(MPI_Cart_sub, __VA_ARGS__)
#define MPI_Type_vector(...) COUNTED_CALL(MPI_Type_vector, __VA_ARGS__)
#define MPI_Type_commit(...) COUNTED_CALL(MPI_Type_commit, __VA_ARGS__)
#define MPI_Type_free(...) COUNTED_CALL(MPI_Type_free, __VA_ARGS__)
#define MPI_Allreduce_c(...) COUNTED_CALL(MPI_Allreduce_c, __VA_ARGS__)
#define MPI_Comm_idup(...) COUNTED_CALL(MPI_Comm_idup, __VA_ARGS__)
#define MPI_Comm_set_name(...) COUNTED_CALL(MPI_Comm_set_name, __VA_ARGS__)
#define MPI_Mprobe(...) COUNTED_CALL(MPI_Mprobe, __VA_ARGS__)
#define MPI_Improbe(...) COUNTED_CALL(MPI_Improbe, __VA_ARGS__)
#define MPI_Mrecv(...) COUNTED_CALL(MPI_Mrecv, __VA_ARGS__)
#define MPI_Imrecv(...) COUNTED_CALL(MPI_Imrecv, __VA_ARGS__)
#define MPI_Probe(...) COUNTED_CALL(MPI_Probe, __VA_ARGS__)
#define MPI_Buffer_attach(...) COUNTED_CALL(MPI_Buffer_attach, __VA_ARGS__)
#define MPI_Buffer_detach(...) COUNTED_CALL(MPI_Buffer_detach, __VA_ARGS__)
#define MPI_Request_free(...) COUNTED_CALL(MPI_Request_free, __VA_ARGS__)
#define MPI_Wait(...) COUNTED_CALL(MPI_Wait, __VA_ARGS__)
#define MPI_Waitall(...) COUNTED_CALL(MPI_Waitall, __VA_ARGS__)
#define MPI_Waitany(...) COUNTED_CALL(MPI_Waitany, __VA_ARGS__)
#define MPI_Waitsome(...) COUNTED_CALL(MPI_Waitsome, __VA_ARGS__)
#define MPI_Test(...) COUNTED_CALL(MPI_Test, __VA_ARGS__)
#define MPI_Cancel(...) COUNTED_CALL(MPI_Cancel, __VA_ARGS__)
#define MPI_Win_create(...) COUNTED_CALL(MPI_Win_create, __VA_ARGS__)
#define MPI_Win_allocate(...) COUNTED_CALL(MPI_Win_allocate, __VA_ARGS__)
#define MPI_Win_free(...) COUNTED_CALL(MPI_Win_free, __VA_ARGS__)
#define MPI_Win_fence(...) COUNTED_CALL(MPI_Win_fence, __VA_ARGS__)
#define MPI_Win_post(...) COUNTED_CALL(MPI_Win_post, __VA_ARGS__)
#define MPI_Win_start(...) COUNTED_CALL(MPI_Win_start, __VA_ARGS__)
#define MPI_Win_complete(...) COUNTED_CALL(MPI_Win_complete, __VA_ARGS__)
#define MPI_Win_wait(...) COUNTED_CALL(MPI_Win_wait, __VA_ARGS__)
#define MPI_Win_lock(...) COUNTED_CALL(MPI_Win_lock, __VA_ARGS__)
#define MPI_Win_unlock(...) COUNTED_CALL(MPI_Win_unlock, __VA_ARGS__)
#define MPI_Win_lock_all(...) COUNTED_CALL(MPI_Win_lock_all, __VA_ARGS__)
#define MPI_Win_unlock_all(...) COUNTED_CALL(MPI_Win_unlock_all, __VA_ARGS__)
#define MPI_Win_flush(...) COUNTED_CALL(MPI_Win_flush, __VA_ARGS__)

#endif
