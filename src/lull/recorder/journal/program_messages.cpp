// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/journal/program_messages.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdio>

#include "lull/base/text/message.hpp"

namespace lull::recorder {
namespace {

struct stat standard_error {};
bool was_open = false;

// Runs before the program begins, and before all other code here.
[[gnu::constructor(101)]] void look_at_standard_error() {
  was_open = ::fstat(STDERR_FILENO, &standard_error) == 0;
}

bool is_as_before() noexcept {
  struct stat now {};
  return was_open && ::fstat(STDERR_FILENO, &now) == 0 && now.st_dev == standard_error.st_dev &&
         now.st_ino == standard_error.st_ino;
}

}  // namespace

void print_for_this_process(const char* what, const char* reason) noexcept {
  if (!is_as_before()) return;
  std::array<char, 1000> text{};
  std::snprintf(text.data(), text.size(), "lull record: process %d%s: %s", ::getpid(), what,
                reason);
  print_to_user(text.data());
  print_to_user("\n");
}

}  // namespace lull::recorder
