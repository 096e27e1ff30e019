// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Input and output of memory in several pieces.
#include <sys/uio.h>

#include "lull/recorder/io/function.hpp"
#include "lull/recorder/io/parts.hpp"

namespace lull::recorder::io {
namespace {

constexpr auto kRead = OTF2_IO_OPERATION_MODE_READ;
constexpr auto kWrite = OTF2_IO_OPERATION_MODE_WRITE;

// Computed only if it is recorded.
auto size_in(const iovec* parts, int count) {
  return [=] { return size_of(parts, static_cast<std::size_t>(count)); };
}

using Vector = ssize_t(int, const iovec*, int);
using VectorAt = ssize_t(int, const iovec*, int, off_t);
using VectorWith = ssize_t(int, const iovec*, int, off_t, int);
constinit Function<Vector> read_parts{"readv"};
constinit Function<Vector> write_parts{"writev"};
constinit Function<VectorAt> read_parts_at{"preadv"};
constinit Function<VectorAt> write_parts_at{"pwritev"};
constinit Function<VectorWith> read_parts_with{"preadv2"};
constinit Function<VectorWith> write_parts_with{"pwritev2"};

}  // namespace
}  // namespace lull::recorder::io

namespace own = lull::recorder::io;

#define LULL_CALLER __builtin_return_address(0)

extern "C" {

#define LULL_VECTOR(name, function, mode)                              \
  ssize_t name(int file, const iovec* parts, int count) {              \
    return own::transfer(                                              \
        function, LULL_CALLER, file, mode, own::size_in(parts, count), \
        [=] { return function(file, parts, count); }, own::kBytes);    \
  }
#define LULL_VECTOR_AT(name, function, mode)                                \
  ssize_t name(int file, const iovec* parts, int count, off_t offset) {     \
    return own::transfer(                                                   \
        function, LULL_CALLER, file, mode, own::size_in(parts, count),      \
        [=] { return function(file, parts, count, offset); }, own::kBytes); \
  }
#define LULL_VECTOR_WITH(name, function, mode)                                     \
  ssize_t name(int file, const iovec* parts, int count, off_t offset, int flags) { \
    return own::transfer(                                                          \
        function, LULL_CALLER, file, mode, own::size_in(parts, count),             \
        [=] { return function(file, parts, count, offset, flags); }, own::kBytes); \
  }
LULL_VECTOR(readv, own::read_parts, own::kRead)
LULL_VECTOR(writev, own::write_parts, own::kWrite)
LULL_VECTOR_AT(preadv, own::read_parts_at, own::kRead)
LULL_VECTOR_AT(preadv64, own::read_parts_at, own::kRead)
LULL_VECTOR_AT(pwritev, own::write_parts_at, own::kWrite)
LULL_VECTOR_AT(pwritev64, own::write_parts_at, own::kWrite)
LULL_VECTOR_WITH(preadv2, own::read_parts_with, own::kRead)
LULL_VECTOR_WITH(preadv64v2, own::read_parts_with, own::kRead)
LULL_VECTOR_WITH(pwritev2, own::write_parts_with, own::kWrite)
LULL_VECTOR_WITH(pwritev64v2, own::write_parts_with, own::kWrite)

}  // extern "C"
