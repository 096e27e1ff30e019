// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Input and output between files and pipes, of vectors, and asynchronously; queries and changes by
// name. Works in the empty directory given by the first argument. Prints what the functions
// returned, and errno where they failed.
#define _GNU_SOURCE
#include <aio.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/uio.h>
#include <unistd.h>

static char bytes[4096];

static void show(const char* name, long result) {
  const int error = errno;
  printf("%s %ld", name, result);
  if (result < 0) printf(" %s", strerror(error));
  printf("\n");
  errno = 0;
}
#define SHOW(name, ...) show(#name, (long)name(__VA_ARGS__))

static void vectors(void) {
  struct iovec parts[2] = {{bytes, 10}, {bytes + 100, 20}};
  const int file = open("vectors", O_RDWR | O_CREAT, 0644);
  SHOW(writev, file, parts, 2);
  SHOW(pwritev, file, parts, 2, 100);
  SHOW(pwritev2, file, parts, 1, 200, RWF_DSYNC);
  SHOW(pwritev2, file, parts, 2, -1, 0);
  SHOW(lseek, file, 0, SEEK_SET);
  SHOW(readv, file, parts, 2);
  SHOW(preadv, file, parts, 2, 190);
  SHOW(preadv2, file, parts, 1, 200, 0);
  SHOW(writev, file, NULL, 5);
  SHOW(writev, file, parts, -1);
  SHOW(readv, file, parts, 1 << 20);
  SHOW(preadv2, file, parts, 1, 0, 1 << 30);
  SHOW(close, file);
}

static void between(void) {
  off_t at = 10;
  off64_t there = 0;
  int ends[2], others[2];
  struct iovec part = {bytes, 16};
  const int from = open("source", O_RDWR | O_CREAT, 0644);
  const int to = open("target", O_RDWR | O_CREAT, 0644);
  SHOW(write, from, bytes, 300);
  SHOW(sendfile, to, from, &at, 100);
  SHOW(sendfile, to, from, &at, 4000);
  SHOW(sendfile, to, 999, NULL, 4000);
  show("at", at);
  there = 0;
  SHOW(copy_file_range, from, &there, to, NULL, 50, 0);
  SHOW(pipe, ends);
  SHOW(pipe, others);
  there = 250;
  SHOW(splice, from, &there, ends[1], NULL, 1000, 0);
  SHOW(tee, ends[0], others[1], 1000, 0);
  SHOW(splice, ends[0], NULL, to, NULL, 40, 0);
  SHOW(splice, from, NULL, to, NULL, 40, 0);
  SHOW(vmsplice, others[1], &part, 1, 0);
  SHOW(read, others[0], bytes, 1000);
  SHOW(close, from);
  SHOW(close, to);
}

static void await(struct aiocb* block) {
  const struct aiocb* const list[1] = {block};
  while (aio_error(block) == EINPROGRESS) aio_suspend(list, 1, NULL);
  show("aio_error", aio_error(block));
  show("aio_return", aio_return(block));
}

static void in_background(void) {
  const int file = open("background", O_RDWR | O_CREAT, 0644);
  struct aiocb one = {.aio_fildes = file, .aio_buf = bytes, .aio_nbytes = 512};
  struct aiocb two = {.aio_fildes = file, .aio_buf = bytes, .aio_nbytes = 100, .aio_offset = 500};
  SHOW(aio_write, &one);
  await(&one);
  SHOW(aio_read, &two);
  await(&two);
  SHOW(aio_fsync, O_SYNC, &one);
  await(&one);
  one.aio_lio_opcode = LIO_READ;
  two.aio_lio_opcode = LIO_WRITE;
  struct aiocb nothing = {.aio_lio_opcode = LIO_NOP};
  struct aiocb* const list[4] = {&one, NULL, &two, &nothing};
  SHOW(lio_listio, LIO_WAIT, list, 4, NULL);
  await(&one);
  await(&two);
  two.aio_fildes = 999;
  SHOW(aio_read, &two);
  await(&two);
  two.aio_reqprio = -1;
  SHOW(aio_read, &two);
  SHOW(aio_cancel, file, NULL);
  SHOW(close, file);
}

static void by_name(void) {
  struct stat found;
  struct statx more;
  struct statfs system;
  struct statvfs disk;
  SHOW(mkdir, "folder", 0755);
  SHOW(mkdir, "folder", 0755);
  const int folder = open("folder", O_RDONLY | O_DIRECTORY);
  SHOW(mkdirat, folder, "inner", 0755);
  const int file = openat(folder, "file", O_WRONLY | O_CREAT, 0644);
  SHOW(write, file, bytes, 33);
  SHOW(fstat, file, &found);
  show("size", found.st_size);
  SHOW(ftruncate, file, 22);
  SHOW(posix_fallocate, file, 0, 44);
  SHOW(fsync, file);
  SHOW(fdatasync, file);
  SHOW(syncfs, file);
  SHOW(sync_file_range, file, 0, 10, SYNC_FILE_RANGE_WRITE);
  SHOW(fchmod, file, 0600);
  SHOW(futimens, file, NULL);
  SHOW(fstatfs, file, &system);
  SHOW(fstatvfs, file, &disk);
  SHOW(close, file);
  SHOW(stat, "folder/file", &found);
  show("size", found.st_size);
  SHOW(stat, "missing", &found);
  SHOW(lstat, "missing", &found);
  SHOW(fstatat, folder, "file", &found, 0);
  SHOW(statx, folder, "file", 0, STATX_SIZE, &more);
  show("size", (long)more.stx_size);
  SHOW(statfs, ".", &system);
  SHOW(statvfs, ".", &disk);
  SHOW(access, "folder/file", R_OK);
  SHOW(faccessat, folder, "file", R_OK, 0);
  SHOW(truncate, "folder/file", 11);
  SHOW(chmod, "folder/file", 0644);
  SHOW(utimensat, folder, "file", NULL, 0);
  SHOW(rename, "folder/file", "renamed");
  SHOW(renameat, AT_FDCWD, "renamed", folder, "again");
  SHOW(renameat2, folder, "again", folder, "inner", RENAME_NOREPLACE);
  SHOW(link, "folder/again", "linked");
  SHOW(linkat, folder, "again", folder, "linked", 0);
  SHOW(symlink, "linked", "pointer");
  SHOW(symlinkat, "linked", folder, "pointer");
  SHOW(unlink, "missing");
  SHOW(unlink, "linked");
  SHOW(unlinkat, folder, "linked", 0);
  SHOW(unlinkat, folder, "pointer", 0);
  SHOW(remove, "pointer");
  SHOW(remove, "folder/again");
  SHOW(remove, "folder/inner");
  SHOW(mkdir, "folder/inner", 0755);
  SHOW(unlinkat, folder, "inner", AT_REMOVEDIR);
  SHOW(close, folder);
  SHOW(rmdir, "folder");
  SHOW(rmdir, "folder");
  sync();
}

int main(int argc, char** argv) {
  if (argc < 2 || chdir(argv[1]) != 0) return 2;
  for (size_t i = 0; i < sizeof bytes; ++i) bytes[i] = (char)(i % 50);
  vectors();
  between();
  in_background();
  by_name();
  return 0;
}
