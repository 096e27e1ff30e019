// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The C library's formatted input and output.
#include <cstdarg>
#include <cstdio>

#include "lull/recorder/io/function.hpp"

namespace lull::recorder::io {
namespace {

constexpr auto kMoving = OTF2_REGION_ROLE_FILE_IO;
constexpr auto kIn = OTF2_IO_OPERATION_MODE_READ;
constexpr auto kOut = OTF2_IO_OPERATION_MODE_WRITE;

constexpr auto kWritten = [](int result) -> std::uint64_t {
  return result < 0 ? 0 : static_cast<std::uint64_t>(result);
};

constinit Function<int(std::FILE*, const char*, va_list)> print{"vfprintf", "fprintf", kMoving};
constinit Function<int(std::FILE*, int, const char*, va_list)> print_checked{"__vfprintf_chk",
                                                                             "fprintf", kMoving};

int record_print(const void* caller, std::FILE* stream, const char* format, va_list rest) {
  return transfer(
      print, caller, stream, kOut, 0, [&] { return print(stream, format, rest); }, kWritten);
}
int record_print_checked(const void* caller, std::FILE* stream, int flag, const char* format,
                         va_list rest) {
  return transfer(
      print_checked, caller, stream, kOut, 0,
      [&] { return print_checked(stream, flag, format, rest); }, kWritten);
}

constinit Function<int(int, const char*, va_list)> print_to{"vdprintf", "dprintf", kMoving};
constinit Function<int(int, int, const char*, va_list)> print_to_checked{"__vdprintf_chk",
                                                                         "dprintf", kMoving};

int record_print_to(const void* caller, int file, const char* format, va_list rest) {
  return transfer(
      print_to, caller, file, kOut, 0, [&] { return print_to(file, format, rest); }, kWritten);
}
int record_print_to_checked(const void* caller, int file, int flag, const char* format,
                            va_list rest) {
  return transfer(
      print_to_checked, caller, file, kOut, 0,
      [&] { return print_to_checked(file, flag, format, rest); }, kWritten);
}

using Scan = Function<int(std::FILE*, const char*, va_list)>;
constinit Scan scan{"vfscanf", "fscanf", kMoving};
constinit Scan scan_c99{"__isoc99_vfscanf", "fscanf", kMoving};
constinit Scan scan_c23{"__isoc23_vfscanf", "fscanf", kMoving};

// The number of bytes read is known from the stream's position, if it is a file.
int record_scan(Scan& function, const void* caller, std::FILE* stream, const char* format,
                va_list rest) {
  std::uint32_t handle = kNone;
  off_t before = -1;
  const std::uint64_t operation = new_operation();
  return record(
      function, caller,
      [&](Location& location) {
        before = ::ftello(stream);
        handle = Handles::instance().of(stream);
        OTF2_EvtWriter_IoOperationBegin(location.writer(), nullptr, location.entered(), handle, kIn,
                                        OTF2_IO_OPERATION_FLAG_NONE, 0, operation);
      },
      [&] { return function(stream, format, rest); },
      [&](Location& location, int) {
        const off_t read = before < 0 ? 0 : ::ftello(stream) - before;
        if (handle != kNone)
          OTF2_EvtWriter_IoOperationComplete(location.writer(), nullptr, location.now(), handle,
                                             read < 0 ? 0 : static_cast<std::uint64_t>(read),
                                             operation);
      });
}

}  // namespace
}  // namespace lull::recorder::io

namespace own = lull::recorder::io;

#define LULL_CALLER __builtin_return_address(0)

// NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" {

#define LULL_WITH_REST(call) \
  va_list rest;              \
  va_start(rest, format);    \
  const int result = call;   \
  va_end(rest);              \
  return result

int fprintf(std::FILE* stream, const char* format, ...) {
  LULL_WITH_REST(own::record_print(LULL_CALLER, stream, format, rest));
}
int printf(const char* format, ...) {
  LULL_WITH_REST(own::record_print(LULL_CALLER, stdout, format, rest));
}
int vfprintf(std::FILE* stream, const char* format, va_list rest) {
  return own::record_print(LULL_CALLER, stream, format, rest);
}
int vprintf(const char* format, va_list rest) {
  return own::record_print(LULL_CALLER, stdout, format, rest);
}
int __fprintf_chk(std::FILE* stream, int flag, const char* format, ...) {
  LULL_WITH_REST(own::record_print_checked(LULL_CALLER, stream, flag, format, rest));
}
int __printf_chk(int flag, const char* format, ...) {
  LULL_WITH_REST(own::record_print_checked(LULL_CALLER, stdout, flag, format, rest));
}
int __vfprintf_chk(std::FILE* stream, int flag, const char* format, va_list rest) {
  return own::record_print_checked(LULL_CALLER, stream, flag, format, rest);
}
int __vprintf_chk(int flag, const char* format, va_list rest) {
  return own::record_print_checked(LULL_CALLER, stdout, flag, format, rest);
}

int dprintf(int file, const char* format, ...) {
  LULL_WITH_REST(own::record_print_to(LULL_CALLER, file, format, rest));
}
int vdprintf(int file, const char* format, va_list rest) {
  return own::record_print_to(LULL_CALLER, file, format, rest);
}
int __dprintf_chk(int file, int flag, const char* format, ...) {
  LULL_WITH_REST(own::record_print_to_checked(LULL_CALLER, file, flag, format, rest));
}
int __vdprintf_chk(int file, int flag, const char* format, va_list rest) {
  return own::record_print_to_checked(LULL_CALLER, file, flag, format, rest);
}

// Programs call the variants of the C standard they are compiled for; their symbols are given here,
// since the headers rename them.
#define LULL_SCAN(standard, prefix, function)                                          \
  int lull_fscanf_##standard(std::FILE*, const char*, ...) asm(prefix "fscanf");       \
  int lull_scanf_##standard(const char*, ...) asm(prefix "scanf");                     \
  int lull_vfscanf_##standard(std::FILE*, const char*, va_list) asm(prefix "vfscanf"); \
  int lull_vscanf_##standard(const char*, va_list) asm(prefix "vscanf");               \
  int lull_fscanf_##standard(std::FILE* stream, const char* format, ...) {             \
    LULL_WITH_REST(own::record_scan(function, LULL_CALLER, stream, format, rest));     \
  }                                                                                    \
  int lull_scanf_##standard(const char* format, ...) {                                 \
    LULL_WITH_REST(own::record_scan(function, LULL_CALLER, stdin, format, rest));      \
  }                                                                                    \
  int lull_vfscanf_##standard(std::FILE* stream, const char* format, va_list rest) {   \
    return own::record_scan(function, LULL_CALLER, stream, format, rest);              \
  }                                                                                    \
  int lull_vscanf_##standard(const char* format, va_list rest) {                       \
    return own::record_scan(function, LULL_CALLER, stdin, format, rest);               \
  }
LULL_SCAN(gnu, "", own::scan)
LULL_SCAN(c99, "__isoc99_", own::scan_c99)
LULL_SCAN(c23, "__isoc23_", own::scan_c23)

}  // extern "C"
// NOLINTEND(bugprone-reserved-identifier)
