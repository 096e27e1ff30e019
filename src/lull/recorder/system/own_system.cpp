// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The C library's file functions for the recorder's exclusive use. Programs and other libraries may
// define functions with these names, to count or redirect calls; what they see must not depend on
// whether the program is recorded. The C++ library linked into the recorder uses these, too. They
// are not exported.
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <cstring>

namespace {

template <class... Arguments>
long ask(long call, Arguments... arguments) {
  return ::syscall(call, arguments...);
}

mode_t mode_in(int flags, va_list more) {
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? static_cast<mode_t>(va_arg(more, unsigned)) : 0;
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = mode_in(flags, more);
  va_end(more);
  return static_cast<int>(ask(SYS_openat, AT_FDCWD, path, flags, mode));
}

int openat(int directory, const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = mode_in(flags, more);
  va_end(more);
  return static_cast<int>(ask(SYS_openat, directory, path, flags, mode));
}

int fcntl(int descriptor, int command, ...) {
  va_list more;
  va_start(more, command);
  const long argument = va_arg(more, long);
  va_end(more);
  return static_cast<int>(ask(SYS_fcntl, descriptor, command, argument));
}

int close(int descriptor) { return static_cast<int>(ask(SYS_close, descriptor)); }
ssize_t read(int descriptor, void* to, std::size_t size) {
  return ask(SYS_read, descriptor, to, size);
}
ssize_t pread(int descriptor, void* to, std::size_t size, off_t from) {
  return ask(SYS_pread64, descriptor, to, size, from);
}
ssize_t write(int descriptor, const void* from, std::size_t size) {
  return ask(SYS_write, descriptor, from, size);
}
ssize_t writev(int descriptor, const iovec* from, int count) {
  return ask(SYS_writev, descriptor, from, count);
}
off_t lseek(int descriptor, off_t by, int from) noexcept {
  return ask(SYS_lseek, descriptor, by, from);
}
off64_t lseek64(int descriptor, off64_t by, int from) noexcept {
  return ask(SYS_lseek, descriptor, by, from);
}
int ftruncate(int descriptor, off_t size) noexcept {
  return static_cast<int>(ask(SYS_ftruncate, descriptor, size));
}
int fallocate(int descriptor, int mode, off_t from, off_t size) {
  return static_cast<int>(ask(SYS_fallocate, descriptor, mode, from, size));
}

int fstat(int descriptor, struct stat* about) noexcept {
  return static_cast<int>(ask(SYS_fstat, descriptor, about));
}
int fstat64(int descriptor, struct stat64* about) noexcept {
  return static_cast<int>(ask(SYS_fstat, descriptor, about));
}
int stat(const char* path, struct stat* about) noexcept {
  return static_cast<int>(ask(SYS_newfstatat, AT_FDCWD, path, about, 0));
}
int lstat(const char* path, struct stat* about) noexcept {
  return static_cast<int>(ask(SYS_newfstatat, AT_FDCWD, path, about, AT_SYMLINK_NOFOLLOW));
}
int access(const char* path, int how) noexcept {
  return static_cast<int>(ask(SYS_faccessat, AT_FDCWD, path, how));
}
int fchmod(int descriptor, mode_t mode) noexcept {
  return static_cast<int>(ask(SYS_fchmod, descriptor, mode));
}
ssize_t readlink(const char* path, char* to, std::size_t size) noexcept {
  return ask(SYS_readlinkat, AT_FDCWD, path, to, size);
}

int mkdir(const char* path, mode_t mode) noexcept {
  return static_cast<int>(ask(SYS_mkdirat, AT_FDCWD, path, mode));
}
int unlink(const char* path) noexcept {
  return static_cast<int>(ask(SYS_unlinkat, AT_FDCWD, path, 0));
}
int unlinkat(int directory, const char* path, int flags) noexcept {
  return static_cast<int>(ask(SYS_unlinkat, directory, path, flags));
}
int rename(const char* from, const char* to) noexcept {
  return static_cast<int>(ask(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}
int remove(const char* path) noexcept {
  if (unlink(path) == 0) return 0;
  if (errno != EISDIR) return -1;
  return static_cast<int>(ask(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR));
}

char* getenv(const char* name) noexcept {
  const std::size_t length = std::strlen(name);
  for (char** one = environ; one != nullptr && *one != nullptr; ++one)
    if (std::strncmp(*one, name, length) == 0 && (*one)[length] == '=') return *one + length + 1;
  return nullptr;
}

}  // extern "C"
