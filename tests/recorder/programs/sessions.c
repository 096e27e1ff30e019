/* SPDX-FileCopyrightText: 2026 The Lull contributors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * MPI without MPI_Init: a session, with messages and collective operations. */
#include <mpi.h>
#include <stdio.h>

int main(void) {
  MPI_Session session;
  MPI_Group group;
  MPI_Comm all, half;
  int rank, size, number = 1, other;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
  MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
  MPI_Comm_create_from_group(group, "all", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &all);
  MPI_Group_free(&group);
  MPI_Comm_rank(all, &rank);
  MPI_Comm_size(all, &size);
  MPI_Sendrecv(&number, 1, MPI_INT, (rank + 1) % size, 1, &other, 1, MPI_INT, (rank + size - 1) % size, 1, all,
               MPI_STATUS_IGNORE);
  MPI_Comm_split(all, rank % 2, rank, &half);
  MPI_Allreduce(MPI_IN_PLACE, &number, 1, MPI_INT, MPI_SUM, half);
  MPI_Comm_free(&half);
  MPI_Barrier(all);
  MPI_Comm_free(&all);
  MPI_Session_finalize(&session);
  if (rank == 0) puts("done");
  return 0;
}
