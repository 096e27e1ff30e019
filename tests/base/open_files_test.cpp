// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/files/open_files.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstddef>
#include <fstream>
#include <functional>
#include <string>

namespace lull {
namespace {

// Runs in a child process, as limits cannot be raised again.
bool holds_with_limits(rlim_t soft, rlim_t hard, const std::function<bool()>& check) {
  const pid_t child = ::fork();
  if (child == 0) {
    const rlimit limit{soft, hard};
    ::_exit(::setrlimit(RLIMIT_NOFILE, &limit) == 0 && check() ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// Returns how many files can be opened before the system refuses.
std::size_t opened() {
  std::size_t files = 0;
  while (::open("/dev/null", O_RDONLY) >= 0) ++files;
  return files;
}

TEST(OpenFiles, AreAllowedUpToTheHardLimit) {
  EXPECT_TRUE(holds_with_limits(300, 1000, [] {
    const std::size_t room = room_for_open_files(500);
    return room >= 500 && opened() >= room;
  }));
  EXPECT_TRUE(holds_with_limits(300, 400, [] {
    const std::size_t room = room_for_open_files(500);
    return room > 300 && room < 390 && opened() >= room;
  }));
  EXPECT_TRUE(holds_with_limits(300, 400, [] {
    for (int i = 0; i < 100; ++i)
      if (::open("/dev/null", O_RDONLY) < 0) return false;
    return room_for_open_files(500) < 300;
  }));
  EXPECT_TRUE(holds_with_limits(20, 100, [] {
    const std::size_t room = room_for_open_files(60);
    return room >= 60 && opened() >= room;
  }));
}

TEST(OpenFiles, KeepASufficientLimit) {
  EXPECT_TRUE(holds_with_limits(900, 1000, [] {
    rlimit limit{};
    return room_for_open_files(500) >= 500 && ::getrlimit(RLIMIT_NOFILE, &limit) == 0 &&
           limit.rlim_cur == 900;
  }));
}

TEST(OpenFiles, AreNoneUnderAVeryLowLimit) {
  EXPECT_TRUE(holds_with_limits(12, 12, [] { return room_for_open_files(10) == 0; }));
}

// Returns the size of the table of open files, as the system reports it.
std::size_t places() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::size_t number = 0;
    if (word == "FDSize:" && status >> number) return number;
  }
  return 0;
}

TEST(OpenFiles, HaveTableEntriesBeforeTheyAreOpened) {
  EXPECT_TRUE(holds_with_limits(2000, 2000, [] {
    const std::size_t before = room_for_open_files(0);
    make_room_for_open_files(1500);
    return places() >= 1500 && room_for_open_files(0) == before;
  }));
  EXPECT_TRUE(holds_with_limits(100, 100, [] {
    const std::size_t before = places();
    make_room_for_open_files(1500);  // the limit is too low
    return places() == before;
  }));
}

}  // namespace
}  // namespace lull
