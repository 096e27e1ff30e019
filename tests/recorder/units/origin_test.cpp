// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/measurement/origin.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <string>

namespace lull::recorder {
namespace {

// Returns the 22nd field of proc_pid_stat(5); the second one is the name, in parentheses.
std::string start_of(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string field;
  while (file >> field && !field.ends_with(')')) continue;
  for (int i = 3; i <= 22; ++i) file >> field;
  return field;
}

// Processes whose launcher provides no other identification are identified by the launcher process:
// process numbers are reused, but not with the same start time.
TEST(Origin, OfAProcessIsItsParentAndTheStartOfThat) {
  const std::string began = start_of(::getppid());
  ASSERT_GT(std::stoull(began), 0u);
  EXPECT_EQ(launch_of_this_process().parent, std::to_string(::getppid()) + "." + began);
}

}  // namespace
}  // namespace lull::recorder
