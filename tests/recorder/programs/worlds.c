/* SPDX-FileCopyrightText: 2026 The Lull contributors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Communicators between processes that are not connected by MPI_COMM_WORLD, in the way given by the
 * argument: spawned, connected through a port (an even number of processes), joined over a socket
 * (two processes). The sides exchange messages and have collective operations over the communicator
 * itself, a copy of it, and communicators made from it. */
#include <arpa/inet.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Every process of the sending side (`first`) sends 1 + rank integers to its counterpart. */
static void talk(MPI_Comm sides, int first, int tag) {
  int rank, size, remote, numbers[16] = {0};
  MPI_Comm_rank(sides, &rank);
  MPI_Comm_size(sides, &size);
  MPI_Comm_remote_size(sides, &remote);
  if (rank < remote && first) MPI_Send(numbers, 1 + rank, MPI_INT, rank, tag, sides);
  if (rank < remote && !first) MPI_Recv(numbers, 16, MPI_INT, rank, tag, sides, MPI_STATUS_IGNORE);
  MPI_Barrier(sides);
}

static void use(MPI_Comm sides, int first) {
  MPI_Comm copy, all, half;
  int rank, size, number = 0, other;
  talk(sides, first, 1);
  MPI_Comm_dup(sides, &copy);
  talk(copy, !first, 2);
  MPI_Comm_free(&copy);
  MPI_Intercomm_merge(sides, !first, &all);
  MPI_Comm_rank(all, &rank);
  MPI_Comm_size(all, &size);
  MPI_Bcast(&number, 1, MPI_INT, size - 1, all);
  MPI_Sendrecv(&number, 1, MPI_INT, (rank + 1) % size, 3, &other, 1, MPI_INT, (rank + size - 1) % size, 3, all,
               MPI_STATUS_IGNORE);
  MPI_Comm_split(all, rank % 2, rank, &half);
  MPI_Allreduce(MPI_IN_PLACE, &number, 1, MPI_INT, MPI_SUM, half);
  MPI_Comm_free(&half);
  MPI_Comm_free(&all);
  MPI_Comm_disconnect(&sides);
}

static void meet_at_port(void) {
  MPI_Comm half, sides;
  char port[MPI_MAX_PORT_NAME] = "";
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  if (rank == 0) MPI_Open_port(MPI_INFO_NULL, port);
  MPI_Bcast(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, MPI_COMM_WORLD);
  if (rank % 2 == 0)
    MPI_Comm_accept(port, MPI_INFO_NULL, 0, half, &sides);
  else
    MPI_Comm_connect(port, MPI_INFO_NULL, 0, half, &sides);
  if (rank == 0) MPI_Close_port(port);
  use(sides, rank % 2 == 0);
  MPI_Comm_free(&half);
}

static void meet_over_socket(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  socklen_t length = sizeof address;
  MPI_Comm sides;
  int rank, end = socket(AF_INET, SOCK_STREAM, 0);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    bind(end, (struct sockaddr*)&address, sizeof address);
    listen(end, 1);
    getsockname(end, (struct sockaddr*)&address, &length);
  }
  MPI_Bcast(&address, sizeof address, MPI_BYTE, 0, MPI_COMM_WORLD);
  if (rank == 0)
    end = accept(end, NULL, NULL);
  else
    connect(end, (struct sockaddr*)&address, sizeof address);
  MPI_Comm_join(end, &sides);
  use(sides, rank == 0);
  close(end);
}

int main(int argc, char** argv) {
  MPI_Comm sides;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_get_parent(&sides);
  const int parent = sides == MPI_COMM_NULL;
  if (!parent) {
    use(sides, 0);
  } else if (strcmp(argv[1], "spawn") == 0) {
    for (int i = 0; i < 2; ++i) {
      MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &sides, MPI_ERRCODES_IGNORE);
      use(sides, 1);
    }
  } else if (strcmp(argv[1], "port") == 0) {
    meet_at_port();
  } else {
    meet_over_socket();
  }
  MPI_Finalize();
  if (rank == 0 && parent) puts("done");
  return 0;
}
