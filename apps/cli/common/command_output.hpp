// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Runs tools and collects their output in files of a temporary directory.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lull::cli {

// A new directory, removed with its content by the destructor. The constructor throws Error
// (system).
class WorkDirectory {
 public:
  WorkDirectory();
  ~WorkDirectory();
  WorkDirectory(const WorkDirectory&) = delete;
  WorkDirectory& operator=(const WorkDirectory&) = delete;
  [[nodiscard]] std::filesystem::path operator/(const char* name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

struct CommandOutput {
  bool succeeded = false;
  std::string text;
  std::string messages;
};

// Throws Error (system) if the command cannot be started.
[[nodiscard]] CommandOutput run_tool(const std::vector<std::string>& command,
                                     const WorkDirectory& work);

[[nodiscard]] std::string file_bytes(const std::filesystem::path& path);
// Writes the file. Throws Error (system).
void write_content(const std::filesystem::path& path, std::string_view text);

}  // namespace lull::cli
