// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/open_files.hpp"

#include <sys/resource.h>

#include <algorithm>

namespace lull {
namespace {

// Of so many files: sockets of MPI, libraries, results.
rlim_t others_of(rlim_t all) { return std::clamp<rlim_t>(all / 4, 16, 256); }

}  // namespace

std::size_t room_for_open_files(std::size_t wanted) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
  const rlim_t all = wanted + std::clamp<rlim_t>(wanted / 3 + 1, 16, 256);
  if (limit.rlim_cur < all && limit.rlim_cur < limit.rlim_max) {
    rlimit raised = limit;
    raised.rlim_cur = std::min(all, limit.rlim_max);
    if (::setrlimit(RLIMIT_NOFILE, &raised) == 0) limit = raised;
  }
  const rlim_t others = others_of(limit.rlim_cur);
  return limit.rlim_cur < others ? 0 : static_cast<std::size_t>(limit.rlim_cur - others);
}

}  // namespace lull
