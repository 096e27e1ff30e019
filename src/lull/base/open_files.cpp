// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/open_files.hpp"

#include <sys/resource.h>

#include <algorithm>

namespace lull {
namespace {

constexpr std::size_t kOthers = 256;  // sockets of MPI, libraries, results

}  // namespace

std::size_t room_for_open_files(std::size_t wanted) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
  const rlim_t all = wanted + kOthers;
  if (limit.rlim_cur < all && limit.rlim_cur < limit.rlim_max) {
    rlimit raised = limit;
    raised.rlim_cur = std::min(all, limit.rlim_max);
    if (::setrlimit(RLIMIT_NOFILE, &raised) == 0) limit = raised;
  }
  return limit.rlim_cur < kOthers ? 0 : static_cast<std::size_t>(limit.rlim_cur - kOthers);
}

}  // namespace lull
