// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/measurement/this_process.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <otf2/otf2.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <system_error>

#include "lull/recorder/files/own_file.hpp"

namespace lull::recorder {

std::string command_line() {
  std::string text;
  if (std::FILE* file = std::fopen("/proc/self/cmdline", "re")) {
    char buffer[4096];
    text.assign(buffer, std::fread(buffer, 1, sizeof buffer, file));
    std::fclose(file);
  }
  for (char& c : text)
    if (c == '\0') c = ' ';
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

std::string program_name() {
  std::error_code unknown;
  const auto name = std::filesystem::read_symlink("/proc/self/exe", unknown).filename();
  return name.empty() ? "program" : name.string();
}

std::int64_t since_epoch() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

std::filesystem::path make_part(const std::filesystem::path& parts, const std::string& name) {
  std::filesystem::create_directories(parts.parent_path());
  make_own_directory(parts);
  std::filesystem::path part = parts / name;
  for (int again = 1; !make_own_directory(part); ++again)
    part = parts / fmt::format("{}-{}", name, again);
  return part;
}

std::uint64_t size_from(const char* variable) {
  const char* const text = std::getenv(variable);
  return text == nullptr || *text == '\0' ? kUnlimited : std::strtoull(text, nullptr, 10);
}

bool has_own_ompt_tool() {
  if (std::getenv("LULL_RECORD_NO_OPENMP") != nullptr) return false;  // nothing is missing
  void* const found = ::dlsym(RTLD_DEFAULT, "ompt_start_tool");
  Dl_info theirs{};
  Dl_info ours{};
  const bool known = found != nullptr && ::dladdr(found, &theirs) != 0 &&
                     ::dladdr(reinterpret_cast<void*>(&has_own_ompt_tool), &ours) != 0;
  const bool has_runtime = ::dlsym(RTLD_DEFAULT, "__kmpc_fork_call") != nullptr;
  const char* const named = std::getenv("OMP_TOOL_LIBRARIES");
  const bool others = named != nullptr && *named != '\0';
  return has_runtime && (others || (known && theirs.dli_fbase != ours.dli_fbase));
}

std::uint64_t chunk_size() {
  constexpr std::uint64_t kDefaultBuffer = 2u << 20;
  const char* text = std::getenv("LULL_RECORD_BUFFER");
  const std::uint64_t wanted = text == nullptr ? kDefaultBuffer : std::strtoull(text, nullptr, 10);
  return std::clamp<std::uint64_t>(wanted, OTF2_CHUNK_SIZE_MIN, OTF2_CHUNK_SIZE_MAX);
}

}  // namespace lull::recorder
