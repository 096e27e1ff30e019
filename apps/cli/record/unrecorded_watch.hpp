// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// While the command runs, prints the notes of processes that cannot be recorded or that start a
// program that cannot be recorded (recorder/process/exec.cpp): users should not wait hours for an
// empty archive.
#pragma once

#include <pthread.h>

#include <atomic>
#include <filesystem>
#include <set>
#include <string>

namespace lull::cli {

class UnrecordedWatch {
 public:
  explicit UnrecordedWatch(const std::filesystem::path& directory);
  // Prints the remaining notes and removes the file.
  ~UnrecordedWatch();
  UnrecordedWatch(const UnrecordedWatch&) = delete;
  UnrecordedWatch& operator=(const UnrecordedWatch&) = delete;

 private:
  void print_notes();

  std::filesystem::path notes_;
  std::uintmax_t seen_ = 0;  // bytes
  std::set<std::string> printed_;
  std::atomic<bool> over_{false};
  bool watching_ = false;
  pthread_t thread_{};
};

}  // namespace lull::cli
