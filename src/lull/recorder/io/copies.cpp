// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Copies of descriptors.
#include <fcntl.h>
#include <unistd.h>

#include <cstdarg>

#include "lull/recorder/io/function.hpp"

namespace lull::recorder::io {
namespace {

constexpr auto kCopying = OTF2_REGION_ROLE_FILE_IO_METADATA;

// `copy` is the number of the copy, if the program chooses it: what was open there is closed.
template <class Signature, class Call>
int record_dup(Function<Signature>& function, const void* caller, int original, int copy, int flags,
               Call call) {
  return record(function, caller, kNothing, call, [&](Location& location, int made) {
    if (made < 0 || made == original) return;
    Handles& handles = Handles::instance();
    const std::uint32_t old = handles.of(original);
    if (copy >= 0)
      if (const std::uint32_t closed = handles.remove(copy); closed != kNone)
        OTF2_EvtWriter_IoDestroyHandle(location.writer(), nullptr, location.now(), closed);
    OTF2_EvtWriter_IoDuplicateHandle(
        location.writer(), nullptr, location.now(), old, handles.add_copy(made, original),
        flags == O_CLOEXEC ? OTF2_IO_STATUS_FLAG_CLOSE_ON_EXEC : OTF2_IO_STATUS_FLAG_NONE);
  });
}

constinit Function<int(int)> dup_file{"dup", "dup", kCopying};
constinit Function<int(int, int)> dup_to{"dup2", "dup2", kCopying};
constinit Function<int(int, int, int)> dup_with{"dup3", "dup3", kCopying};
constinit Function<int(int, int, void*)> control{"fcntl", "fcntl", kCopying};
constinit Function<int(int, int, void*)> control64{"fcntl64", "fcntl", kCopying};

// Records only the copying of descriptors.
int record_control(Function<int(int, int, void*)>& function, const void* caller, int file,
                   int command, void* argument) {
  const auto call = [&] { return function(file, command, argument); };
  if (command != F_DUPFD && command != F_DUPFD_CLOEXEC) return call();
  return record_dup(function, caller, file, -1, command == F_DUPFD ? 0 : O_CLOEXEC, call);
}

}  // namespace
}  // namespace lull::recorder::io

namespace own = lull::recorder::io;

#define LULL_CALLER __builtin_return_address(0)

extern "C" {

int dup(int file) noexcept {
  return own::record_dup(own::dup_file, LULL_CALLER, file, -1, 0,
                         [=] { return own::dup_file(file); });
}
int dup2(int file, int copy) noexcept {
  return own::record_dup(own::dup_to, LULL_CALLER, file, copy, 0,
                         [=] { return own::dup_to(file, copy); });
}
int dup3(int file, int copy, int flags) noexcept {
  return own::record_dup(own::dup_with, LULL_CALLER, file, copy, flags,
                         [=] { return own::dup_with(file, copy, flags); });
}

// The optional third argument is a number or a pointer: both are passed in the same register.
#define LULL_CONTROL(name, function)                                            \
  int name(int file, int command, ...) {                                        \
    va_list rest;                                                               \
    va_start(rest, command);                                                    \
    void* const argument = va_arg(rest, void*);                                 \
    va_end(rest);                                                               \
    return own::record_control(function, LULL_CALLER, file, command, argument); \
  }
LULL_CONTROL(fcntl, own::control)
LULL_CONTROL(fcntl64, own::control64)

}  // extern "C"
