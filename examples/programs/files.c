// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// MPI files: all processes share one, individually and collectively, at once, in the background and
// in two halves; then each has its own file. The files are in the directory for temporary files,
// and are deleted.
//
// Wait states on purpose: the odd ranks are late for a collective write.
#include <stdlib.h>
#include <unistd.h>

#include "compute.h"
#include "counted_mpi.h"

enum { kElements = 1000, kMicroseconds = 2000 };

static MPI_Offset place_of(int rank, int block) {
  return (MPI_Offset)(4 * block + rank) * kElements * (MPI_Offset)sizeof(int);
}

static void write_shared_file(MPI_File file, int rank, int* data) {
  MPI_Request requests[2];
  MPI_Status status;
  MPI_File_write_at(file, place_of(rank, 0), data, kElements, MPI_INT, MPI_STATUS_IGNORE);
  if (rank % 2 == 1) compute(kMicroseconds);
  MPI_File_write_at_all(file, place_of(rank, 1), data, kElements, MPI_INT, &status);
  MPI_File_iwrite_at(file, place_of(rank, 2), data, kElements, MPI_INT, &requests[0]);
  MPI_File_iwrite_at_all(file, place_of(rank, 3), data, kElements, MPI_INT, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_File_write_at_all_begin(file, place_of(rank, 4), data, kElements, MPI_INT);
  compute(kMicroseconds / 10);
  MPI_File_write_at_all_end(file, data, MPI_STATUS_IGNORE);
  MPI_File_sync(file);
}

static void read_shared_file(MPI_File file, int rank, int* data) {
  MPI_Request request;
  MPI_File_seek(file, place_of(rank, 0), MPI_SEEK_SET);
  MPI_File_read(file, data, kElements, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_seek(file, place_of(rank, 1), MPI_SEEK_SET);
  MPI_File_read_all(file, data, kElements, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_iread_at(file, place_of(rank, 2), data, kElements, MPI_INT, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_File_read_at_all_begin(file, place_of(rank, 3), data, kElements, MPI_INT);
  MPI_File_read_at_all_end(file, data, MPI_STATUS_IGNORE);
}

// The last read goes beyond the end of the file.
static void use_own_file(const char* shared, int rank, int* data) {
  char name[1000];
  MPI_File file;
  snprintf(name, sizeof name, "%s.%d", shared, rank);
  MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
  MPI_File_write(file, data, kElements, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_seek(file, -(MPI_Offset)(kElements / 2 * sizeof(int)), MPI_SEEK_CUR);
  MPI_File_read(file, data, kElements, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  MPI_File_delete(name, MPI_INFO_NULL);
}

int main(int argc, char** argv) {
  static int data[kElements];
  char name[500];
  int rank;
  MPI_File file;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const char* directory = getenv("TMPDIR");
  snprintf(name, sizeof name, "%s/lull_files.%d", directory ? directory : "/tmp", (int)getpid());
  MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
  for (int i = 0; i < kElements; ++i) data[i] = rank;
  MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                MPI_INFO_NULL, &file);
  write_shared_file(file, rank, data);
  read_shared_file(file, rank, data);
  MPI_File_close(&file);
  use_own_file(name, rank, data);
  finish("files");
  return 0;
}
