// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The system's own input and output, by file descriptors.
#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cstdarg>
#include <span>

#include "lull/recorder/io/function.hpp"

namespace lull::recorder::io {
namespace {

constexpr auto kMetadata = OTF2_REGION_ROLE_FILE_IO_METADATA;
constexpr auto kData = OTF2_REGION_ROLE_FILE_IO;
constexpr auto kRead = OTF2_IO_OPERATION_MODE_READ;
constexpr auto kWrite = OTF2_IO_OPERATION_MODE_WRITE;
constexpr auto kFlush = OTF2_IO_OPERATION_MODE_FLUSH;

constexpr auto kBytes = [](ssize_t result) -> std::uint64_t {
  return result < 0 ? 0 : static_cast<std::uint64_t>(result);
};
constexpr auto kNoBytes = [](int) -> std::uint64_t { return 0; };

OTF2_IoAccessMode access_of(int flags) {
  if ((flags & O_ACCMODE) == O_RDONLY) return OTF2_IO_ACCESS_MODE_READ_ONLY;
  return (flags & O_ACCMODE) == O_WRONLY ? OTF2_IO_ACCESS_MODE_WRITE_ONLY
                                         : OTF2_IO_ACCESS_MODE_READ_WRITE;
}

OTF2_IoCreationFlag creation_of(int flags) {
  OTF2_IoCreationFlag found = OTF2_IO_CREATION_FLAG_NONE;
  if ((flags & O_CREAT) != 0) found |= OTF2_IO_CREATION_FLAG_CREATE;
  if ((flags & O_TRUNC) != 0) found |= OTF2_IO_CREATION_FLAG_TRUNCATE;
  if ((flags & O_EXCL) != 0) found |= OTF2_IO_CREATION_FLAG_EXCLUSIVE;
  if ((flags & O_DIRECTORY) != 0) found |= OTF2_IO_CREATION_FLAG_DIRECTORY;
  if ((flags & O_NOFOLLOW) != 0) found |= OTF2_IO_CREATION_FLAG_NO_FOLLOW;
  return found;
}

OTF2_IoStatusFlag status_of(int flags) {
  OTF2_IoStatusFlag found = OTF2_IO_STATUS_FLAG_NONE;
  if ((flags & O_CLOEXEC) != 0) found |= OTF2_IO_STATUS_FLAG_CLOSE_ON_EXEC;
  if ((flags & O_APPEND) != 0) found |= OTF2_IO_STATUS_FLAG_APPEND;
  if ((flags & O_NONBLOCK) != 0) found |= OTF2_IO_STATUS_FLAG_NON_BLOCKING;
  if ((flags & O_SYNC) == O_SYNC) found |= OTF2_IO_STATUS_FLAG_SYNC;
  if ((flags & O_DSYNC) != 0) found |= OTF2_IO_STATUS_FLAG_DATA_SYNC;
  if ((flags & O_DIRECT) != 0) found |= OTF2_IO_STATUS_FLAG_AVOID_CACHING;
  return found;
}

bool has_mode(int flags) { return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE; }

// Relative to a directory, the name says too little; the system knows the path.
std::string path_of(int descriptor, int directory, const char* name) {
  if (directory == AT_FDCWD || name[0] == '/') return name;
  const std::string base = "/proc/self/fd/" + std::to_string(directory);
  char target[4096];
  const ssize_t length = ::readlink(base.c_str(), target, sizeof target);
  (void)descriptor;
  return length < 0 ? name : std::string(target, static_cast<std::size_t>(length)) + "/" + name;
}

template <class Signature, class Call>
int record_open(Function<Signature>& function, const void* caller, int directory, const char* name,
                int flags, Call call) {
  return record(function, caller, kNothing, call, [&](Location& location, int descriptor) {
    if (descriptor < 0) return;
    const std::uint32_t handle =
        Handles::instance().add(descriptor, path_of(descriptor, directory, name));
    OTF2_EvtWriter_IoCreateHandle(location.writer(), nullptr, location.now(), handle,
                                  access_of(flags), creation_of(flags), status_of(flags));
  });
}

std::uint64_t size_of(const iovec* parts, int count) {
  std::uint64_t size = 0;
  if (count > 0)
    for (const iovec& part : std::span(parts, static_cast<std::size_t>(count)))
      size += part.iov_len;
  return size;
}

using Open = int(const char*, int, mode_t);
using OpenAt = int(int, const char*, int, mode_t);
using Read = ssize_t(int, void*, std::size_t);
using Write = ssize_t(int, const void*, std::size_t);
using ReadAt = ssize_t(int, void*, std::size_t, off_t);
using WriteAt = ssize_t(int, const void*, std::size_t, off_t);
using Vector = ssize_t(int, const iovec*, int);
using VectorAt = ssize_t(int, const iovec*, int, off_t);
constinit Function<Open> open_file{"open", "open", kMetadata};
constinit Function<Open> open_file64{"open64", "open", kMetadata};
constinit Function<OpenAt> open_at{"openat", "openat", kMetadata};
constinit Function<OpenAt> open_at64{"openat64", "openat", kMetadata};
constinit Function<int(const char*, mode_t)> create{"creat", "creat", kMetadata};
constinit Function<int(int)> close_file{"close", "close", kMetadata};
constinit Function<Read> read_bytes{"read"};
constinit Function<Write> write_bytes{"write"};
constinit Function<ReadAt> read_at{"pread"};
constinit Function<WriteAt> write_at{"pwrite"};
constinit Function<Vector> read_parts{"readv"};
constinit Function<Vector> write_parts{"writev"};
constinit Function<VectorAt> read_parts_at{"preadv"};
constinit Function<VectorAt> write_parts_at{"pwritev"};
constinit Function<off_t(int, off_t, int)> seek_file{"lseek", "lseek", kMetadata};
constinit Function<int(int)> sync_file{"fsync", "fsync", kData};
constinit Function<int(int)> sync_data{"fdatasync", "fdatasync", kData};
// These end the program where a buffer is too small, before they do anything.
constinit Function<ssize_t(int, void*, std::size_t, std::size_t)> read_checked{"__read_chk", "read",
                                                                               kData};
constinit Function<ssize_t(int, void*, std::size_t, off_t, std::size_t)> read_at_checked{
    "__pread_chk", "pread", kData};

}  // namespace
}  // namespace lull::recorder::io

namespace own = lull::recorder::io;

// Some are points where a thread may be cancelled: an exception passes through them.
#define LULL_CALLER __builtin_return_address(0)

// NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" {

#define LULL_OPEN(name, function)                                         \
  int name(const char* path, int flags, ...) {                            \
    mode_t mode = 0;                                                      \
    if (own::has_mode(flags)) {                                           \
      va_list rest;                                                       \
      va_start(rest, flags);                                              \
      mode = va_arg(rest, mode_t);                                        \
      va_end(rest);                                                       \
    }                                                                     \
    return own::record_open(function, LULL_CALLER, AT_FDCWD, path, flags, \
                            [=] { return function(path, flags, mode); }); \
  }
#define LULL_OPEN_AT(name, function)                                                 \
  int name(int directory, const char* path, int flags, ...) {                        \
    mode_t mode = 0;                                                                 \
    if (own::has_mode(flags)) {                                                      \
      va_list rest;                                                                  \
      va_start(rest, flags);                                                         \
      mode = va_arg(rest, mode_t);                                                   \
      va_end(rest);                                                                  \
    }                                                                                \
    return own::record_open(function, LULL_CALLER, directory, path, flags,           \
                            [=] { return function(directory, path, flags, mode); }); \
  }
LULL_OPEN(open, own::open_file)
LULL_OPEN(open64, own::open_file64)
LULL_OPEN_AT(openat, own::open_at)
LULL_OPEN_AT(openat64, own::open_at64)
int __open_2(const char* path, int flags) {
  return own::record_open(own::open_file, LULL_CALLER, AT_FDCWD, path, flags,
                          [=] { return own::open_file(path, flags, 0); });
}
int __open64_2(const char* path, int flags) {
  return own::record_open(own::open_file64, LULL_CALLER, AT_FDCWD, path, flags,
                          [=] { return own::open_file64(path, flags, 0); });
}
int __openat_2(int directory, const char* path, int flags) {
  return own::record_open(own::open_at, LULL_CALLER, directory, path, flags,
                          [=] { return own::open_at(directory, path, flags, 0); });
}
int __openat64_2(int directory, const char* path, int flags) {
  return own::record_open(own::open_at64, LULL_CALLER, directory, path, flags,
                          [=] { return own::open_at64(directory, path, flags, 0); });
}

int creat(const char* path, mode_t mode) {
  return own::record_open(own::create, LULL_CALLER, AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC,
                          [=] { return own::create(path, mode); });
}
int creat64(const char* path, mode_t mode) {
  return own::record_open(own::create, LULL_CALLER, AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC,
                          [=] { return own::create(path, mode); });
}
int close(int file) {
  return own::close(own::close_file, LULL_CALLER, file, [=] { return own::close_file(file); });
}

ssize_t read(int file, void* to, std::size_t size) {
  return own::transfer(
      own::read_bytes, LULL_CALLER, file, own::kRead, size,
      [=] { return own::read_bytes(file, to, size); }, own::kBytes);
}
ssize_t __read_chk(int file, void* to, std::size_t size, std::size_t room) {
  return own::transfer(
      own::read_checked, LULL_CALLER, file, own::kRead, size,
      [=] { return own::read_checked(file, to, size, room); }, own::kBytes);
}
ssize_t write(int file, const void* from, std::size_t size) {
  return own::transfer(
      own::write_bytes, LULL_CALLER, file, own::kWrite, size,
      [=] { return own::write_bytes(file, from, size); }, own::kBytes);
}

#define LULL_READ_AT(name)                                                  \
  ssize_t name(int file, void* to, std::size_t size, off_t offset) {        \
    return own::transfer(                                                   \
        own::read_at, LULL_CALLER, file, own::kRead, size,                  \
        [=] { return own::read_at(file, to, size, offset); }, own::kBytes); \
  }
#define LULL_READ_AT_CHECKED(name)                                                        \
  ssize_t name(int file, void* to, std::size_t size, off_t offset, std::size_t room) {    \
    return own::transfer(                                                                 \
        own::read_at_checked, LULL_CALLER, file, own::kRead, size,                        \
        [=] { return own::read_at_checked(file, to, size, offset, room); }, own::kBytes); \
  }
#define LULL_WRITE_AT(name)                                                    \
  ssize_t name(int file, const void* from, std::size_t size, off_t offset) {   \
    return own::transfer(                                                      \
        own::write_at, LULL_CALLER, file, own::kWrite, size,                   \
        [=] { return own::write_at(file, from, size, offset); }, own::kBytes); \
  }
LULL_READ_AT(pread)
LULL_READ_AT(pread64)
LULL_READ_AT_CHECKED(__pread_chk)
LULL_READ_AT_CHECKED(__pread64_chk)
LULL_WRITE_AT(pwrite)
LULL_WRITE_AT(pwrite64)

#define LULL_VECTOR(name, function, mode)                              \
  ssize_t name(int file, const iovec* parts, int count) {              \
    return own::transfer(                                              \
        function, LULL_CALLER, file, mode, own::size_of(parts, count), \
        [=] { return function(file, parts, count); }, own::kBytes);    \
  }
#define LULL_VECTOR_AT(name, function, mode)                                \
  ssize_t name(int file, const iovec* parts, int count, off_t offset) {     \
    return own::transfer(                                                   \
        function, LULL_CALLER, file, mode, own::size_of(parts, count),      \
        [=] { return function(file, parts, count, offset); }, own::kBytes); \
  }
LULL_VECTOR(readv, own::read_parts, own::kRead)
LULL_VECTOR(writev, own::write_parts, own::kWrite)
LULL_VECTOR_AT(preadv, own::read_parts_at, own::kRead)
LULL_VECTOR_AT(preadv64, own::read_parts_at, own::kRead)
LULL_VECTOR_AT(pwritev, own::write_parts_at, own::kWrite)
LULL_VECTOR_AT(pwritev64, own::write_parts_at, own::kWrite)

off_t lseek(int file, off_t offset, int whence) noexcept {
  return own::seek(
      own::seek_file, LULL_CALLER, file, offset, whence,
      [=] { return own::seek_file(file, offset, whence); }, [](off_t reached) { return reached; });
}
off_t lseek64(int file, off_t offset, int whence) noexcept {
  return own::seek(
      own::seek_file, LULL_CALLER, file, offset, whence,
      [=] { return own::seek_file(file, offset, whence); }, [](off_t reached) { return reached; });
}
int fsync(int file) {
  return own::transfer(
      own::sync_file, LULL_CALLER, file, own::kFlush, 0, [=] { return own::sync_file(file); },
      own::kNoBytes);
}
int fdatasync(int file) {
  return own::transfer(
      own::sync_data, LULL_CALLER, file, own::kFlush, 0, [=] { return own::sync_data(file); },
      own::kNoBytes);
}

}  // extern "C"
// NOLINTEND(bugprone-reserved-identifier)
