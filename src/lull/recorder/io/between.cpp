// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Transfers between two descriptors within the kernel. Each is recorded as two operations, one per
// descriptor.
#include <fcntl.h>
#include <sys/sendfile.h>
#include <sys/uio.h>

#include <array>

#include "lull/recorder/io/function.hpp"
#include "lull/recorder/io/parts.hpp"

namespace lull::recorder::io {
namespace {

// Records the same bytes as read from `from` and written to `to`.
template <class Signature, class Call>
ssize_t record_between(Function<Signature>& function, const void* caller, int from, int to,
                       std::uint64_t bytes, Call call) {
  struct Side {
    int descriptor;
    OTF2_IoOperationMode mode;
    std::uint32_t handle = kNone;
    std::uint64_t operation = new_operation();
  };
  std::array<Side, 2> sides{Side{from, OTF2_IO_OPERATION_MODE_READ},
                            Side{to, OTF2_IO_OPERATION_MODE_WRITE}};
  return record(
      function, caller,
      [&](Location& location) {
        for (Side& side : sides) {
          side.handle = Handles::instance().of(side.descriptor);
          OTF2_EvtWriter_IoOperationBegin(location.writer(), nullptr, location.entered(),
                                          side.handle, side.mode, OTF2_IO_OPERATION_FLAG_NONE,
                                          bytes, side.operation);
        }
      },
      call,
      [&](Location& location, ssize_t result) {
        for (const Side& side : sides)
          if (side.handle != kNone)
            OTF2_EvtWriter_IoOperationComplete(location.writer(), nullptr, location.now(),
                                               side.handle, kBytes(result), side.operation);
      });
}

// vmsplice() writes memory to a pipe or reads from it, depending on the end given.
OTF2_IoOperationMode mode_of(int pipe) {
  const KeptErrno kept;
  const int flags = ::fcntl(pipe, F_GETFL);
  return flags >= 0 && (flags & O_ACCMODE) == O_RDONLY ? OTF2_IO_OPERATION_MODE_READ
                                                       : OTF2_IO_OPERATION_MODE_WRITE;
}

constinit Function<ssize_t(int, int, off_t*, std::size_t)> send_file{"sendfile"};
constinit Function<ssize_t(int, off64_t*, int, off64_t*, std::size_t, unsigned)> copy_range{
    "copy_file_range"};
constinit Function<ssize_t(int, off64_t*, int, off64_t*, std::size_t, unsigned)> splice_bytes{
    "splice"};
constinit Function<ssize_t(int, int, std::size_t, unsigned)> tee_bytes{"tee"};
constinit Function<ssize_t(int, const iovec*, std::size_t, unsigned)> splice_memory{"vmsplice"};

}  // namespace
}  // namespace lull::recorder::io

namespace own = lull::recorder::io;

#define LULL_CALLER __builtin_return_address(0)

extern "C" {

#define LULL_SENDFILE(name)                                                             \
  ssize_t name(int to, int from, off_t* offset, std::size_t size) noexcept {            \
    return own::record_between(own::send_file, LULL_CALLER, from, to, size,             \
                               [=] { return own::send_file(to, from, offset, size); }); \
  }
LULL_SENDFILE(sendfile)
LULL_SENDFILE(sendfile64)

ssize_t copy_file_range(int from, off64_t* from_offset, int to, off64_t* to_offset,
                        std::size_t size, unsigned flags) {
  return own::record_between(own::copy_range, LULL_CALLER, from, to, size, [=] {
    return own::copy_range(from, from_offset, to, to_offset, size, flags);
  });
}
ssize_t splice(int from, off64_t* from_offset, int to, off64_t* to_offset, std::size_t size,
               unsigned flags) {
  return own::record_between(own::splice_bytes, LULL_CALLER, from, to, size, [=] {
    return own::splice_bytes(from, from_offset, to, to_offset, size, flags);
  });
}
ssize_t tee(int from, int to, std::size_t size, unsigned flags) {
  return own::record_between(own::tee_bytes, LULL_CALLER, from, to, size,
                             [=] { return own::tee_bytes(from, to, size, flags); });
}
ssize_t vmsplice(int pipe, const iovec* parts, std::size_t count, unsigned flags) {
  return own::transfer(
      own::splice_memory, LULL_CALLER, pipe, own::mode_of(pipe),
      [=] { return own::size_of(parts, count); },
      [=] { return own::splice_memory(pipe, parts, count, flags); }, own::kBytes);
}

}  // extern "C"
