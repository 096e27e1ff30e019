// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Functions that query or change attributes of a file, by name or descriptor.
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

#include <cstdio>

#include "lull/recorder/io/function.hpp"

namespace lull::recorder::io {
namespace {

constexpr auto kMetadata = OTF2_REGION_ROLE_FILE_IO_METADATA;

}  // namespace
}  // namespace lull::recorder::io

namespace own = lull::recorder::io;

// Records NAME as REGION; PARAMETERS with names, ARGUMENTS without types. Each variant has its own
// function, since the one that the program calls must be called.
#define LULL_METADATA(name, region, result, types, parameters, arguments, exceptions) \
  namespace lull::recorder::io {                                                      \
  namespace {                                                                         \
  constinit Function<result types> own_##name{#name, region, kMetadata};              \
  }                                                                                   \
  }                                                                                   \
  extern "C" result name parameters exceptions {                                      \
    return own::plain(own::own_##name, __builtin_return_address(0),                   \
                      [=] { return own::own_##name arguments; });                     \
  }

// NOLINTBEGIN(bugprone-reserved-identifier)
#define LULL_STAT(suffix)                                                                       \
  LULL_METADATA(stat##suffix, "stat", int, (const char*, struct stat##suffix*),                 \
                (const char* path, struct stat##suffix* found), (path, found), noexcept)        \
  LULL_METADATA(lstat##suffix, "lstat", int, (const char*, struct stat##suffix*),               \
                (const char* path, struct stat##suffix* found), (path, found), noexcept)        \
  LULL_METADATA(fstat##suffix, "fstat", int, (int, struct stat##suffix*),                       \
                (int file, struct stat##suffix* found), (file, found), noexcept)                \
  LULL_METADATA(fstatat##suffix, "fstatat", int, (int, const char*, struct stat##suffix*, int), \
                (int directory, const char* path, struct stat##suffix* found, int flags),       \
                (directory, path, found, flags), noexcept)                                      \
  LULL_METADATA(__xstat##suffix, "stat", int, (int, const char*, struct stat##suffix*),         \
                (int version, const char* path, struct stat##suffix* found),                    \
                (version, path, found), noexcept)                                               \
  LULL_METADATA(__lxstat##suffix, "lstat", int, (int, const char*, struct stat##suffix*),       \
                (int version, const char* path, struct stat##suffix* found),                    \
                (version, path, found), noexcept)                                               \
  LULL_METADATA(__fxstat##suffix, "fstat", int, (int, int, struct stat##suffix*),               \
                (int version, int file, struct stat##suffix* found), (version, file, found),    \
                noexcept)                                                                       \
  LULL_METADATA(                                                                                \
      __fxstatat##suffix, "fstatat", int, (int, int, const char*, struct stat##suffix*, int),   \
      (int version, int directory, const char* path, struct stat##suffix* found, int flags),    \
      (version, directory, path, found, flags), noexcept)                                       \
  LULL_METADATA(statfs##suffix, "statfs", int, (const char*, struct statfs##suffix*),           \
                (const char* path, struct statfs##suffix* found), (path, found), noexcept)      \
  LULL_METADATA(fstatfs##suffix, "fstatfs", int, (int, struct statfs##suffix*),                 \
                (int file, struct statfs##suffix* found), (file, found), noexcept)              \
  LULL_METADATA(statvfs##suffix, "statvfs", int, (const char*, struct statvfs##suffix*),        \
                (const char* path, struct statvfs##suffix* found), (path, found), noexcept)     \
  LULL_METADATA(fstatvfs##suffix, "fstatvfs", int, (int, struct statvfs##suffix*),              \
                (int file, struct statvfs##suffix* found), (file, found), noexcept)
LULL_STAT()
LULL_STAT(64)
LULL_METADATA(statx, "statx", int, (int, const char*, int, unsigned, struct statx*),
              (int directory, const char* path, int flags, unsigned mask, struct statx* found),
              (directory, path, flags, mask, found), noexcept)
LULL_METADATA(access, "access", int, (const char*, int), (const char* path, int how), (path, how),
              noexcept)
LULL_METADATA(eaccess, "eaccess", int, (const char*, int), (const char* path, int how), (path, how),
              noexcept)
LULL_METADATA(euidaccess, "euidaccess", int, (const char*, int), (const char* path, int how),
              (path, how), noexcept)
LULL_METADATA(faccessat, "faccessat", int, (int, const char*, int, int),
              (int directory, const char* path, int how, int flags), (directory, path, how, flags),
              noexcept)
// NOLINTEND(bugprone-reserved-identifier)

LULL_METADATA(mkdir, "mkdir", int, (const char*, mode_t), (const char* path, mode_t mode),
              (path, mode), noexcept)
LULL_METADATA(mkdirat, "mkdirat", int, (int, const char*, mode_t),
              (int directory, const char* path, mode_t mode), (directory, path, mode), noexcept)
LULL_METADATA(rmdir, "rmdir", int, (const char*), (const char* path), (path), noexcept)
LULL_METADATA(rename, "rename", int, (const char*, const char*), (const char* from, const char* to),
              (from, to), noexcept)
LULL_METADATA(renameat, "renameat", int, (int, const char*, int, const char*),
              (int from_directory, const char* from, int to_directory, const char* to),
              (from_directory, from, to_directory, to), noexcept)
LULL_METADATA(renameat2, "renameat2", int, (int, const char*, int, const char*, unsigned),
              (int from_directory, const char* from, int to_directory, const char* to,
               unsigned flags),
              (from_directory, from, to_directory, to, flags), noexcept)
LULL_METADATA(link, "link", int, (const char*, const char*), (const char* from, const char* to),
              (from, to), noexcept)
LULL_METADATA(linkat, "linkat", int, (int, const char*, int, const char*, int),
              (int from_directory, const char* from, int to_directory, const char* to, int flags),
              (from_directory, from, to_directory, to, flags), noexcept)
LULL_METADATA(symlink, "symlink", int, (const char*, const char*),
              (const char* from, const char* to), (from, to), noexcept)
LULL_METADATA(symlinkat, "symlinkat", int, (const char*, int, const char*),
              (const char* from, int directory, const char* to), (from, directory, to), noexcept)
LULL_METADATA(truncate, "truncate", int, (const char*, off_t), (const char* path, off_t size),
              (path, size), noexcept)
LULL_METADATA(truncate64, "truncate", int, (const char*, off64_t), (const char* path, off64_t size),
              (path, size), noexcept)
LULL_METADATA(ftruncate, "ftruncate", int, (int, off_t), (int file, off_t size), (file, size),
              noexcept)
LULL_METADATA(ftruncate64, "ftruncate", int, (int, off64_t), (int file, off64_t size), (file, size),
              noexcept)
LULL_METADATA(fallocate, "fallocate", int, (int, int, off_t, off_t),
              (int file, int mode, off_t offset, off_t size), (file, mode, offset, size), )
LULL_METADATA(fallocate64, "fallocate", int, (int, int, off64_t, off64_t),
              (int file, int mode, off64_t offset, off64_t size), (file, mode, offset, size), )
LULL_METADATA(posix_fallocate, "posix_fallocate", int, (int, off_t, off_t),
              (int file, off_t offset, off_t size), (file, offset, size), )
LULL_METADATA(posix_fallocate64, "posix_fallocate", int, (int, off64_t, off64_t),
              (int file, off64_t offset, off64_t size), (file, offset, size), )
LULL_METADATA(chmod, "chmod", int, (const char*, mode_t), (const char* path, mode_t mode),
              (path, mode), noexcept)
LULL_METADATA(fchmod, "fchmod", int, (int, mode_t), (int file, mode_t mode), (file, mode), noexcept)
LULL_METADATA(fchmodat, "fchmodat", int, (int, const char*, mode_t, int),
              (int directory, const char* path, mode_t mode, int flags),
              (directory, path, mode, flags), noexcept)
LULL_METADATA(utimensat, "utimensat", int, (int, const char*, const timespec*, int),
              (int directory, const char* path, const timespec* times, int flags),
              (directory, path, times, flags), noexcept)
LULL_METADATA(futimens, "futimens", int, (int, const timespec*), (int file, const timespec* times),
              (file, times), noexcept)
