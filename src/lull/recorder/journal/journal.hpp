// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What one process tells about its events, written down as it becomes known: one JSON object a
// line, appended at once, so that a process that is killed leaves all it knew. The archive's
// definitions are made of these journals (assembly.hpp). Any thread.
#pragma once

#include <filesystem>
#include <mutex>
#include <nlohmann/json.hpp>

#include "lull/recorder/journal/own_file.hpp"

namespace lull::recorder {

class Journal {
 public:
  Journal() = default;
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  ~Journal() { close(); }

  // False when the file cannot be made.
  bool open(const std::filesystem::path& path);
  // One that is there already.
  bool append_to(const std::filesystem::path& path);
  // Throws std::system_error when the disk refuses; then it is closed, and ends with a whole line.
  // Nothing happens when it is not open.
  void write(const nlohmann::json& entry);
  void close();

 private:
  [[noreturn]] void give_up(std::size_t written);

  std::mutex mutex_;
  OwnFile file_;
};

}  // namespace lull::recorder
