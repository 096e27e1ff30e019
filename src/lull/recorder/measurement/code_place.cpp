// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/measurement/code_place.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <unistd.h>

#include <array>
#include <charconv>

#include "lull/recorder/system/kept_errno.hpp"

namespace lull::recorder {
namespace {

std::string_view target_of(const char* link, std::span<char> memory) noexcept {
  const ssize_t length = ::readlink(link, memory.data(), memory.size());
  return {memory.data(), length > 0 ? static_cast<std::size_t>(length) : 0};
}

// Returns the real name of a file that is open. Not available if the first thread has ended before
// others.
std::string_view real_name_of(const char* file, std::span<char> memory) noexcept {
  const int descriptor = ::open(file, O_PATH | O_CLOEXEC);
  if (descriptor < 0) return {};
  constexpr std::string_view kLinks = "/proc/thread-self/fd/";
  std::array<char, kLinks.size() + 16> link{};
  kLinks.copy(link.data(), kLinks.size());
  std::to_chars(link.data() + kLinks.size(), link.data() + link.size() - 1, descriptor);
  const std::string_view name = target_of(link.data(), memory);
  ::close(descriptor);
  return name;
}

}  // namespace

CodePlace place_of(const void* address, std::span<char> memory) noexcept {
  const KeptErrno kept;
  dl_find_object found{};
  if (address == nullptr || ::_dl_find_object(const_cast<void*>(address), &found) != 0) return {};
  const char* const name = found.dlfo_link_map->l_name;
  const bool program = name == nullptr || *name == '\0';
  std::string_view object =
      program ? target_of("/proc/thread-self/exe", memory) : real_name_of(name, memory);
  if (object.empty() && !program) object = name;
  return {object, static_cast<std::uint64_t>(static_cast<const char*>(address) -
                                             static_cast<const char*>(found.dlfo_map_start))};
}

}  // namespace lull::recorder
