// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Tools that are run for their output, which goes into files of a directory that is removed at the
// end.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lull::cli {

// A new directory; gone with all that is in it when this ends. Throws Error (system).
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

// Throws Error (system) when the command cannot be started.
[[nodiscard]] CommandOutput run_tool(const std::vector<std::string>& command,
                                     const WorkDirectory& work);

[[nodiscard]] std::string file_bytes(const std::filesystem::path& path);
// Throws Error (system).
void write_content(const std::filesystem::path& path, std::string_view text);

}  // namespace lull::cli
