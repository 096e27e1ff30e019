// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Input and output in all ways, in several threads, in the directory given by the first argument;
// then the number of files given by the second argument. Prints the functions' results.
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static char block[4096];

static void* reopen(void* name) {
  for (int i = 0; i < 50; ++i) {
    const int file = open(name, O_RDONLY);
    if (file < 0 || read(file, (char[100]){0}, 100) != 100) printf("failed\n");
    close(file);
  }
  return NULL;
}

static void descriptors(const char* name) {
  struct iovec parts[2] = {{block, 10}, {block, 20}};
  const int file = open(name, O_RDWR | O_CREAT | O_TRUNC, 0644);
  for (int i = 0; i < 10; ++i) printf("%zd ", write(file, block, 1000));
  printf("%ld ", (long)lseek(file, 100, SEEK_SET));
  printf("%zd ", read(file, block, 500));
  printf("%zd ", pread(file, block, 300, 0));
  printf("%zd ", pwrite(file, block, 200, 50));
  printf("%zd ", writev(file, parts, 2));
  printf("%d ", fsync(file));
  const int copy = dup(file);
  printf("%zd ", write(copy, block, 7));
  printf("%d ", close(copy));
  printf("%d\n", close(file));
  errno = 0;
  const ssize_t failed = read(999, block, 10);
  printf("%zd %s\n", failed, strerror(errno));
  const int missing = open("/no/such/file", O_RDONLY);
  printf("%d %s\n", missing, strerror(errno));
}

static void streams(const char* name) {
  char line[100];
  FILE* stream = fopen(name, "w+");
  printf("%d ", fprintf(stream, "hello %d\n", 5));
  printf("%d ", fputs("abc\n", stream) >= 0);
  printf("%zu ", fwrite(block, 10, 3, stream));
  printf("%d ", fflush(stream));
  rewind(stream);
  printf("%s", fgets(line, sizeof line, stream));
  printf("%d ", fseek(stream, 3, SEEK_SET));
  printf("%zu ", fread(block, 1, 5, stream));
  printf("%d\n", fclose(stream));
}

// Each function reads an item with a different size.
static void formatted(const char* name) {
  int number = 0;
  char word[20];
  char* line = NULL;
  size_t room = 0;
  FILE* stream = fopen(name, "w");
  fputs("123 four\nfive six\n", stream);
  stream = freopen(name, "r", stream);
  printf("%d %d ", fscanf(stream, "%d", &number), number);
  printf("%d %s ", fscanf(stream, "%19s", word), word);
  printf("%zd ", getline(&line, &room, stream));
  printf("%zd %s", getline(&line, &room, stream), line);
  printf("%d ", fscanf(stream, "%d", &number));
  free(line);
  stream = freopen(NULL, "r", stream);
  stream = freopen("/no/such/file", "r", stream);
  printf("%d\n", stream == NULL);
}

int main(int argc, char** argv) {
  char name[4096];
  pthread_t threads[3];
  if (argc < 3) return 2;
  snprintf(name, sizeof name, "%s/data", argv[1]);
  descriptors(name);
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, reopen, name);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  snprintf(name, sizeof name, "%s/text", argv[1]);
  streams(name);
  snprintf(name, sizeof name, "%s/formatted", argv[1]);
  formatted(name);
  for (int i = 0; i < atoi(argv[2]); ++i) {
    snprintf(name, sizeof name, "%s/many%d", argv[1], i % 100);
    close(open(name, O_WRONLY | O_CREAT, 0644));
  }
  const pid_t child = vfork();
  if (child == 0) {
    close(0);
    dup2(1, 0);
    execlp("true", "true", (char*)NULL);
    _exit(1);
  }
  waitpid(child, NULL, 0);
  char* const memory = malloc(5000000);
  memory[5] = block[0];
  free(memory);
  fputs("error\n", stderr);
  return 4;
}
