// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/record/unrecorded_watch.hpp"

#include <signal.h>
#include <time.h>

#include <fstream>

#include "lull/base/text/message.hpp"

namespace lull::cli {

// Signals are left to the thread that waits for the command.
UnrecordedWatch::UnrecordedWatch(const std::filesystem::path& directory)
    : notes_(directory / ".unrecorded") {
  const auto run = [](void* given) -> void* {
    auto& self = *static_cast<UnrecordedWatch*>(given);
    constexpr timespec kPause{.tv_sec = 0, .tv_nsec = 100'000'000};
    for (; !self.over_; ::nanosleep(&kPause, nullptr)) self.print_notes();
    return nullptr;
  };
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  watching_ = ::pthread_create(&thread_, nullptr, run, this) == 0;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

UnrecordedWatch::~UnrecordedWatch() {
  over_ = true;
  if (watching_) ::pthread_join(thread_, nullptr);
  print_notes();
  std::error_code ignored;
  std::filesystem::remove(notes_, ignored);
}

// Ignores an incomplete last line.
void UnrecordedWatch::print_notes() {
  std::error_code none;
  const std::uintmax_t size = std::filesystem::file_size(notes_, none);
  if (none || size == seen_) return;
  std::ifstream file(notes_);
  file.seekg(static_cast<std::streamoff>(seen_));
  for (std::string line; std::getline(file, line) && !file.eof(); seen_ += line.size() + 1)
    if (printed_.insert(line).second) print_message(line);
}

}  // namespace lull::cli
