// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A tool on top of the profiling interface, linked into the program or preloaded: counts messages
// and barriers, and prints them when MPI ends. For Fortran programs it counts mpi_barrier_.
#include <mpi.h>
#include <stdio.h>

static int calls;

int MPI_Send(const void* data, int count, MPI_Datatype type, int to, int tag,
             MPI_Comm communicator) {
  ++calls;
  return PMPI_Send(data, count, type, to, tag, communicator);
}

int MPI_Barrier(MPI_Comm communicator) {
  ++calls;
  return PMPI_Barrier(communicator);
}

void pmpi_barrier_(MPI_Fint*, MPI_Fint*) __attribute__((weak));
void mpi_barrier_(MPI_Fint* communicator, MPI_Fint* error) {
  calls += 100;
  pmpi_barrier_(communicator, error);
}

int MPI_Finalize(void) {
  int rank;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  printf("rank %d: %d calls\n", rank, calls);
  return PMPI_Finalize();
}

void pmpi_finalize_(MPI_Fint*) __attribute__((weak));
void mpi_finalize_(MPI_Fint* error) {
  printf("Fortran: %d calls\n", calls);
  pmpi_finalize_(error);
}
