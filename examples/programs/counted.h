// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Counts what an example program does, so that a trace of the run can be checked against it.
// Programs with MPI include counted_mpi.h, those with Pthreads counted_pthreads.h; both include
// this file. One translation unit per program. Counting is thread-safe and takes some nanoseconds.
#ifndef LULL_EXAMPLES_COUNTED_H
#define LULL_EXAMPLES_COUNTED_H

#include <stdio.h>

enum Group {
  Total = 1,
  Collective = 2,
  NonBlockingCollective = 4,
  NeighbourhoodCollective = 8,
  OtherCall = 16,
  OpenMp = 32,
  Pthread = 64,
};

// All counters. Messages from or to MPI_PROC_NULL do not count. OpenMP: parallel_regions, taskwaits
// and taskgroups once per encounter, criticals, ordereds and locks once per thread that entered;
// team_threads is the sum of the team sizes over all regions; loops, singles and barriers (explicit
// ones) once per thread that encounters them.
// clang-format off
#define COUNTERS(X)                                                                              \
  X(Total, sends) X(Total, receives) X(Total, cancelled_receives) X(Total, puts) X(Total, gets)  \
  X(Total, accumulates) X(Total, atomics)                                                        \
  X(Total, files) X(Total, file_reads) X(Total, file_writes)                                     \
  X(OpenMp, parallel_regions) X(OpenMp, team_threads) X(OpenMp, tasks) X(OpenMp, taskwaits)      \
  X(OpenMp, taskgroups) X(OpenMp, loops) X(OpenMp, singles) X(OpenMp, barriers)                  \
  X(OpenMp, criticals) X(OpenMp, ordereds) X(OpenMp, locks)                                      \
  X(Collective, MPI_Barrier) X(Collective, MPI_Bcast) X(Collective, MPI_Scatter)                 \
  X(Collective, MPI_Scatterv) X(Collective, MPI_Gather) X(Collective, MPI_Gatherv)               \
  X(Collective, MPI_Allgather) X(Collective, MPI_Allgatherv) X(Collective, MPI_Alltoall)         \
  X(Collective, MPI_Alltoallv) X(Collective, MPI_Alltoallw) X(Collective, MPI_Reduce)            \
  X(Collective, MPI_Allreduce) X(Collective, MPI_Allreduce_c)                                   \
  X(Collective, MPI_Reduce_scatter)                                                             \
  X(Collective, MPI_Reduce_scatter_block) X(Collective, MPI_Scan) X(Collective, MPI_Exscan)      \
  X(NonBlockingCollective, MPI_Iallreduce)                                                       \
  X(NeighbourhoodCollective, MPI_Neighbor_alltoall)                                              \
  X(NeighbourhoodCollective, MPI_Ineighbor_allgather)                                            \
  X(OtherCall, MPI_Init) X(OtherCall, MPI_Init_thread) X(OtherCall, MPI_Finalize)                \
  X(OtherCall, MPI_Abort)                                                                        \
  X(OtherCall, MPI_Comm_rank) X(OtherCall, MPI_Comm_size) X(OtherCall, MPI_Comm_remote_size)     \
  X(OtherCall, MPI_Comm_split) X(OtherCall, MPI_Comm_free) X(OtherCall, MPI_Intercomm_create)    \
  X(OtherCall, MPI_Comm_group) X(OtherCall, MPI_Group_incl) X(OtherCall, MPI_Group_free)         \
  X(OtherCall, MPI_Dims_create) X(OtherCall, MPI_Cart_create) X(OtherCall, MPI_Cart_shift)       \
  X(OtherCall, MPI_Cart_sub)                                                                     \
  X(OtherCall, MPI_Type_vector) X(OtherCall, MPI_Type_commit) X(OtherCall, MPI_Type_free)        \
  X(OtherCall, MPI_Send) X(OtherCall, MPI_Ssend) X(OtherCall, MPI_Bsend) X(OtherCall, MPI_Isend) \
  X(OtherCall, MPI_Recv) X(OtherCall, MPI_Irecv) X(OtherCall, MPI_Sendrecv)                      \
  X(OtherCall, MPI_Comm_idup) X(OtherCall, MPI_Comm_set_name)                                    \
  X(OtherCall, MPI_Mprobe) X(OtherCall, MPI_Improbe)                                             \
  X(OtherCall, MPI_Mrecv) X(OtherCall, MPI_Imrecv)                                               \
  X(OtherCall, MPI_Send_c) X(OtherCall, MPI_Recv_c)                                              \
  X(OtherCall, MPI_Probe) X(OtherCall, MPI_Buffer_attach) X(OtherCall, MPI_Buffer_detach)        \
  X(OtherCall, MPI_Send_init) X(OtherCall, MPI_Recv_init) X(OtherCall, MPI_Start)                \
  X(OtherCall, MPI_Startall) X(OtherCall, MPI_Request_free)                                      \
  X(OtherCall, MPI_Wait) X(OtherCall, MPI_Waitall) X(OtherCall, MPI_Waitany)                     \
  X(OtherCall, MPI_Waitsome) X(OtherCall, MPI_Test) X(OtherCall, MPI_Cancel)                     \
  X(OtherCall, MPI_Test_cancelled)                                                               \
  X(OtherCall, MPI_Win_create) X(OtherCall, MPI_Win_allocate) X(OtherCall, MPI_Win_free)         \
  X(OtherCall, MPI_Win_fence) X(OtherCall, MPI_Win_post) X(OtherCall, MPI_Win_start)             \
  X(OtherCall, MPI_Win_complete) X(OtherCall, MPI_Win_wait) X(OtherCall, MPI_Win_lock)           \
  X(OtherCall, MPI_Win_unlock) X(OtherCall, MPI_Win_lock_all) X(OtherCall, MPI_Win_unlock_all)   \
  X(OtherCall, MPI_Win_flush)                                                                    \
  X(OtherCall, MPI_Put) X(OtherCall, MPI_Get) X(OtherCall, MPI_Rput) X(OtherCall, MPI_Rget)      \
  X(OtherCall, MPI_Accumulate) X(OtherCall, MPI_Fetch_and_op)                                    \
  X(OtherCall, MPI_File_open) X(OtherCall, MPI_File_close) X(OtherCall, MPI_File_delete)         \
  X(OtherCall, MPI_File_sync) X(OtherCall, MPI_File_seek) X(OtherCall, MPI_File_read)            \
  X(OtherCall, MPI_File_read_all) X(OtherCall, MPI_File_read_at_all_begin)                       \
  X(OtherCall, MPI_File_read_at_all_end) X(OtherCall, MPI_File_iread_at)                         \
  X(OtherCall, MPI_File_write) X(OtherCall, MPI_File_write_at)                                   \
  X(OtherCall, MPI_File_write_at_all) X(OtherCall, MPI_File_write_at_all_begin)                  \
  X(OtherCall, MPI_File_write_at_all_end) X(OtherCall, MPI_File_iwrite_at)                       \
  X(OtherCall, MPI_File_iwrite_at_all)                                                           \
  X(Pthread, pthread_create) X(Pthread, pthread_join) X(Pthread, pthread_mutex_lock)             \
  X(Pthread, pthread_mutex_unlock) X(Pthread, pthread_cond_wait) X(Pthread, pthread_cond_signal) \
  X(Pthread, pthread_barrier_wait) X(Pthread, pthread_rwlock_rdlock)                             \
  X(Pthread, pthread_rwlock_wrlock) X(Pthread, pthread_rwlock_unlock)
// clang-format on

#define COUNTER_ID(group, name) Count_##name,
#define COUNTER_NAME(group, name) {group, #name},

enum Counter { COUNTERS(COUNTER_ID) kCounters };

static const struct {
  enum Group group;
  const char* name;
} counters[kCounters] = {COUNTERS(COUNTER_NAME)};

static _Atomic long counts[kCounters];

#define COUNT(name) COUNT_SOME(name, 1)
#define COUNT_SOME(name, n) ((void)(counts[Count_##name] += (n)))
#define COUNTED_CALL(function, ...) (COUNT(function), function(__VA_ARGS__))

static inline void print_object(const char* key, int groups, const long* sums) {
  const char* separator = "";
  printf(",\"%s\":{", key);
  for (int i = 0; i < kCounters; ++i) {
    if (!(counters[i].group & groups) || sums[i] == 0) continue;
    printf("%s\"%s\":%ld", separator, counters[i].name, sums[i]);
    separator = ",";
  }
  printf("}");
}

// Prints one line of JSON: all fields in every program; objects contain only non-zero entries.
static inline void print_sums(const char* program, int processes, const long* sums) {
  printf("{\"program\":\"%s\",\"processes\":%d", program, processes);
  for (int i = 0; i < kCounters; ++i) {
    if (counters[i].group == Total) printf(",\"%s\":%ld", counters[i].name, sums[i]);
  }
  print_object("collectives", Collective, sums);
  print_object("nonblocking_collectives", NonBlockingCollective, sums);
  print_object("neighbourhood_collectives", NeighbourhoodCollective, sums);
  print_object("openmp", OpenMp, sums);
  print_object("pthreads", Pthread, sums);
  print_object("calls", Collective | NonBlockingCollective | NeighbourhoodCollective | OtherCall,
               sums);
  printf("}\n");
  fflush(stdout);
}

static inline void copy_counts(long* copy) {
  for (int i = 0; i < kCounters; ++i) copy[i] = counts[i];
}

#endif
