// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/io/paths.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <filesystem>

namespace lull::recorder::io {

std::string path_of(int directory, const char* name) {
  if (directory == AT_FDCWD || name[0] == '/') return name;
  const std::string base = target_of(directory);
  return base.empty() ? name : base + "/" + name;
}

std::string absolute(const std::string& name) {
  std::error_code unknown;
  const std::filesystem::path path = std::filesystem::absolute(name, unknown);
  return unknown ? name : path.lexically_normal().string();
}

std::string target_of(int descriptor) {
  std::array<char, 4096> target{};
  const std::string link = "/proc/thread-self/fd/" + std::to_string(descriptor);
  const ssize_t length = ::readlink(link.c_str(), target.data(), target.size());
  return {target.data(), length < 0 ? 0u : static_cast<std::size_t>(length)};
}

}  // namespace lull::recorder::io
