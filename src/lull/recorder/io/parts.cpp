// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/io/parts.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>

#include "lull/recorder/system/kept_errno.hpp"

namespace lull::recorder::io {
namespace {

constexpr std::size_t kAtOnce = 64;

// Returns false if the list cannot be read.
bool read_list(const iovec* parts, std::size_t count, std::array<iovec, kAtOnce>& to) {
  const iovec here{to.data(), count * sizeof(iovec)};
  const iovec there{const_cast<iovec*>(parts), count * sizeof(iovec)};
  const ssize_t read = ::process_vm_readv(::getpid(), &here, 1, &there, 1, 0);
  if (read == static_cast<ssize_t>(count * sizeof(iovec))) return true;
  if (read >= 0 || errno == EFAULT) return false;
  std::copy_n(parts, count, to.begin());  // in a container that forbids process_vm_readv
  return true;
}

}  // namespace

std::uint64_t size_of(const iovec* parts, std::size_t count) noexcept {
  if (parts == nullptr || count > IOV_MAX) return 0;
  const KeptErrno kept;
  std::array<iovec, kAtOnce> copy;
  std::uint64_t size = 0;
  for (std::size_t first = 0; first < count; first += kAtOnce) {
    const std::size_t some = std::min(kAtOnce, count - first);
    if (!read_list(parts + first, some, copy)) return 0;
    for (std::size_t i = 0; i < some; ++i) size += copy[i].iov_len;
  }
  return size;
}

}  // namespace lull::recorder::io
