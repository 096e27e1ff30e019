// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The metadata of one process's events: one JSON object per line, appended as soon as it is known,
// so that a process that is killed loses none of it. The archive's definitions are made from these
// journals (assembly.hpp). Thread-safe.
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

  // Returns false when the file cannot be created.
  bool open(const std::filesystem::path& path);
  // Opens an existing journal.
  bool append_to(const std::filesystem::path& path);
  // Throws std::system_error when the write fails; the journal is then closed, and ends with a
  // complete line. Has no effect when it is not open.
  void write(const nlohmann::json& entry);
  // Writes a complete line, terminator included; returns errno, or 0. Safe in signal handlers: it
  // allocates nothing, and any thread that writes a line is undisturbed meanwhile.
  int write_line(std::string_view line) noexcept;
  // Skips the line if another thread is writing.
  int write_line_if_free(std::string_view line) noexcept;
  void close();

 private:
  int append(std::string_view line) noexcept;
  int give_up(std::size_t written) noexcept;

  std::mutex mutex_;
  OwnFile file_;
};

}  // namespace lull::recorder
