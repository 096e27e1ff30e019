// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/archive_inputs.hpp"

#include <system_error>

namespace lull::cli {

std::vector<std::filesystem::path> files_of_archive(const std::filesystem::path& anchor) {
  namespace fs = std::filesystem;
  std::vector<fs::path> files{anchor, fs::path(anchor).replace_extension(".def")};
  std::error_code none;
  for (const fs::path& file : fs::directory_iterator(fs::path(anchor).replace_extension(), none))
    if (file.extension() != ".cubex") files.push_back(file);
  return files;
}

}  // namespace lull::cli
