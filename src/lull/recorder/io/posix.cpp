// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The system's input and output with file descriptors.
#include <fcntl.h>
#include <unistd.h>

#include <cstdarg>

#include "lull/recorder/io/function.hpp"
#include "lull/recorder/io/paths.hpp"

namespace lull::recorder::io {
namespace {

constexpr auto kMetadata = OTF2_REGION_ROLE_FILE_IO_METADATA;
constexpr auto kData = OTF2_REGION_ROLE_FILE_IO;
constexpr auto kRead = OTF2_IO_OPERATION_MODE_READ;
constexpr auto kWrite = OTF2_IO_OPERATION_MODE_WRITE;
constexpr auto kFlush = OTF2_IO_OPERATION_MODE_FLUSH;

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

// Returns the argument of open() that follows its flags, if these call for one.
mode_t mode_after(int flags, va_list rest) {
  const bool creates = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
  return creates ? va_arg(rest, mode_t) : 0;
}

template <class Signature, class Call>
int record_open(Function<Signature>& function, const void* caller, int directory, const char* name,
                int flags, Call call) {
  return record(function, caller, kNothing, call, [&](Location& location, int descriptor) {
    if (descriptor < 0) return;
    const std::uint32_t handle = Handles::instance().add(descriptor, path_of(directory, name));
    OTF2_EvtWriter_IoCreateHandle(location.writer(), nullptr, location.now(), handle,
                                  access_of(flags), creation_of(flags), status_of(flags));
  });
}

using Open = int(const char*, int, mode_t);
using OpenAt = int(int, const char*, int, mode_t);
using Read = ssize_t(int, void*, std::size_t);
using Write = ssize_t(int, const void*, std::size_t);
using ReadAt = ssize_t(int, void*, std::size_t, off_t);
using WriteAt = ssize_t(int, const void*, std::size_t, off_t);
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
constinit Function<off_t(int, off_t, int)> seek_file{"lseek", "lseek", kMetadata};
constinit Function<int(int)> sync_file{"fsync", "fsync", kData};
constinit Function<int(int)> sync_data{"fdatasync", "fdatasync", kData};
constinit Function<void()> sync_all{"sync", "sync", kData};
constinit Function<int(int)> sync_files{"syncfs", "syncfs", kData};
constinit Function<int(int, off64_t, off64_t, unsigned)> sync_range{"sync_file_range"};
// If the buffer is too small, these abort the program before they do anything.
constinit Function<ssize_t(int, void*, std::size_t, std::size_t)> read_checked{"__read_chk", "read",
                                                                               kData};
constinit Function<ssize_t(int, void*, std::size_t, off_t, std::size_t)> read_at_checked{
    "__pread_chk", "pread", kData};

}  // namespace
}  // namespace lull::recorder::io

namespace own = lull::recorder::io;

// Some are cancellation points: an exception passes through them.
#define LULL_CALLER __builtin_return_address(0)

// NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" {

#define LULL_OPEN(name, function)                                         \
  int name(const char* path, int flags, ...) {                            \
    va_list rest;                                                         \
    va_start(rest, flags);                                                \
    const mode_t mode = own::mode_after(flags, rest);                     \
    va_end(rest);                                                         \
    return own::record_open(function, LULL_CALLER, AT_FDCWD, path, flags, \
                            [=] { return function(path, flags, mode); }); \
  }
#define LULL_OPEN_AT(name, function)                                                 \
  int name(int directory, const char* path, int flags, ...) {                        \
    va_list rest;                                                                    \
    va_start(rest, flags);                                                           \
    const mode_t mode = own::mode_after(flags, rest);                                \
    va_end(rest);                                                                    \
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
void sync() noexcept {
  own::plain(own::sync_all, LULL_CALLER, [] {
    own::sync_all();
    return 0;
  });
}
int syncfs(int file) noexcept {
  return own::transfer(
      own::sync_files, LULL_CALLER, file, own::kFlush, 0, [=] { return own::sync_files(file); },
      own::kNoBytes);
}
int sync_file_range(int file, off64_t offset, off64_t size, unsigned flags) {
  return own::transfer(
      own::sync_range, LULL_CALLER, file, own::kFlush, 0,
      [=] { return own::sync_range(file, offset, size, flags); }, own::kNoBytes);
}
int fdatasync(int file) {
  return own::transfer(
      own::sync_data, LULL_CALLER, file, own::kFlush, 0, [=] { return own::sync_data(file); },
      own::kNoBytes);
}

}  // extern "C"
// NOLINTEND(bugprone-reserved-identifier)
