// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Exceptions and cancellations that leave MPI calls and system calls: cleanup happens on the
// way, and the program continues.
#include <mpi.h>
#include <pthread.h>
#include <unistd.h>

#include <cstdio>
#include <stdexcept>

namespace {

struct Guard {
  const char* name;
  ~Guard() { std::printf("%s cleaned up\n", name); }
};

void throw_error(MPI_Comm*, int*, ...) { throw std::runtime_error("an error of MPI"); }

int throw_number(MPI_Comm, int, void*, void*) { throw 42; }

void* read_for_ever(void* end) {
  const Guard guard{"reader"};
  char byte;
  (void)!read(*static_cast<int*>(end), &byte, 1);
  return nullptr;
}

void cancel_a_reader() {
  int ends[2];
  if (pipe(ends) != 0) return;
  pthread_t reader;
  pthread_create(&reader, nullptr, read_for_ever, &ends[0]);
  usleep(20'000);
  pthread_cancel(reader);
  void* result = nullptr;
  pthread_join(reader, &result);
  std::printf("cancelled: %d\n", result == PTHREAD_CANCELED);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Errhandler handler;
  MPI_Comm_create_errhandler(throw_error, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  for (int round = 0; round < 3; ++round) {
    try {
      const Guard guard{"sender"};
      int value = 1;
      MPI_Send(&value, 1, MPI_INT, 999, 0, MPI_COMM_WORLD);
    } catch (const std::runtime_error& error) {
      std::printf("caught %s\n", error.what());
    }
  }
  int key;
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, throw_number, &key, nullptr);
  MPI_Comm_set_attr(MPI_COMM_SELF, key, nullptr);
  try {
    MPI_Comm_delete_attr(MPI_COMM_SELF, key);
  } catch (int number) {
    std::printf("caught %d\n", number);
  }
  cancel_a_reader();
  MPI_Barrier(MPI_COMM_WORLD);
  std::fflush(stdout);
  _exit(0);
}
