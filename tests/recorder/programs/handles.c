// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Opens and closes descriptors and streams in all ways; the second argument is the number of
// rounds. Files in the directory given by the first argument get 3 bytes at a time, pipes 7.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static char name[4096];
static int failed;

static int opened(void) {
  const int file = open(name, O_RDWR | O_CREAT, 0644);
  failed += write(file, "abc", 3) != 3;
  return file;
}

static void pass(const int ends[2]) {
  char bytes[7];
  failed += write(ends[1], "1234567", 7) != 7;
  failed += read(ends[0], bytes, 7) != 7;
  close(ends[0]);
  close(ends[1]);
}

static void use_pipe(void) {
  int ends[2];
  failed += pipe(ends);
  const int copy = dup(ends[1]);
  close(ends[1]);
  ends[1] = copy;
  pass(ends);
}

static void use_sockets(void) {
  int ends[2];
  failed += socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  pass(ends);
}

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  snprintf(name, sizeof name, "%s/data", argv[1]);
  for (int i = 0; i < atoi(argv[2]); ++i) {
    FILE* stream = fdopen(opened(), "w");  // closed with its descriptor
    fwrite("def", 1, 3, stream);
    fclose(stream);
    use_pipe();
    stream = fopen(name, "r+");  // its descriptor is used, too
    failed += write(fileno(stream), "ghi", 3) != 3;
    fclose(stream);
    use_sockets();
    int ends[2];
    failed += pipe(ends);  // a stream without a file
    stream = fdopen(ends[1], "w");
    fwrite("1234567", 1, 7, stream);
    fclose(stream);
    close(ends[0]);
    stream = popen("true", "r");
    failed += fgets((char[9]){0}, 9, stream) != NULL;
    pclose(stream);
    stream = fopen(name, "r");
    fclose(stream);
    syscall(SYS_close, opened());  // not seen by the recorder
    use_pipe();
    syscall(SYS_close, opened());
    use_sockets();
    const int file = opened();
    const int copy = fcntl(file, F_DUPFD_CLOEXEC, 100);
    failed += copy < 100 || fcntl(copy, F_GETFD) != FD_CLOEXEC || fcntl(copy, F_SETFD, 0) != 0;
    failed += dprintf(copy, "%s", "jkl") != 3;
    close(copy);
    close(file);
    const int last = opened();
    closefrom(last);
    failed += write(last, "abc", 3) != -1;
  }
  printf("%d\n", failed);
  return 0;
}
