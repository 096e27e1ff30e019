// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/files/open_files.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace lull {
namespace {

// Files that may be opened later: MPI sockets, libraries, results.
constexpr std::size_t kOthers = 16;

std::size_t open_now() {
  std::error_code error;
  std::size_t files = 0;
  for (std::filesystem::directory_iterator at("/proc/self/fd", error), end; !error && at != end;
       at.increment(error))
    ++files;
  constexpr std::size_t kUnknown = 240;
  return error ? kUnknown : files;
}

}  // namespace

std::size_t room_for_open_files(std::size_t wanted) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
  const std::size_t others = open_now() + kOthers;
  const rlim_t all = wanted + others;
  if (limit.rlim_cur < all && limit.rlim_cur < limit.rlim_max) {
    rlimit raised = limit;
    raised.rlim_cur = std::min(all, limit.rlim_max);
    if (::setrlimit(RLIMIT_NOFILE, &raised) == 0) limit = raised;
  }
  return limit.rlim_cur < others ? 0 : static_cast<std::size_t>(limit.rlim_cur - others);
}

void make_room_for_open_files(std::size_t wanted) {
  if (room_for_open_files(wanted) < wanted) return;
  const int any = ::open("/", O_PATH | O_CLOEXEC);
  if (any < 0) return;
  const int last = ::fcntl(any, F_DUPFD_CLOEXEC, static_cast<int>(open_now() + wanted));
  ::close(any);
  if (last >= 0) ::close(last);
}

}  // namespace lull
