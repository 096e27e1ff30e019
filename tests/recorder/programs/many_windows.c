// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Opens many windows at once and uses one of them. Arguments: windows, operations.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (argc < 3) return 2;
  const int windows = atoi(argv[1]);
  int here = 1;
  int* const memory = calloc(4, sizeof *memory);
  MPI_Win* const window = malloc((size_t)windows * sizeof *window);
  for (int i = 0; i < windows; ++i)
    MPI_Win_create(memory, sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_SELF, &window[i]);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window[0]);
  for (int i = 0; i < atoi(argv[2]); ++i) {
    MPI_Request request;
    MPI_Rput(&here, 1, MPI_INT, 0, 0, 1, MPI_INT, window[0], &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Win_unlock(0, window[0]);
  for (int i = 0; i < windows; ++i) MPI_Win_free(&window[i]);
  free(window);
  free(memory);
  MPI_Finalize();
  return 0;
}
