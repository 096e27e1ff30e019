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
#include <string_view>

#include "lull/recorder/files/own_file.hpp"

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
  // The same of a line that is ready, and ends as such: the system's error, or 0. Also in handlers
  // of signals, as nothing is allocated and whoever else writes a line is undisturbed.
  int write_line(std::string_view line) noexcept;
  // Leaves it out where somebody else is writing.
  int write_line_if_free(std::string_view line) noexcept;
  void close();

 private:
  int append(std::string_view line) noexcept;
  int give_up(std::size_t written) noexcept;

  std::mutex mutex_;
  OwnFile file_;
};

}  // namespace lull::recorder
