// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/files/overwriting.hpp"

#include <sys/stat.h>

#include "lull/base/error.hpp"

namespace lull {

void refuse_overwriting(const std::filesystem::path& output,
                        std::span<const std::filesystem::path> inputs) {
  struct stat wanted {};
  if (::stat(output.c_str(), &wanted) != 0) return;
  for (const std::filesystem::path& input : inputs) {
    struct stat read {};
    if (::stat(input.c_str(), &read) != 0) continue;
    if (read.st_dev != wanted.st_dev || read.st_ino != wanted.st_ino) continue;
    if (input == output)
      throw usage_error("the output would overwrite the input {}; choose another output file",
                        input.string());
    throw usage_error("the output {} would overwrite the input {}; choose another output file",
                      output.string(), input.string());
  }
}

}  // namespace lull
