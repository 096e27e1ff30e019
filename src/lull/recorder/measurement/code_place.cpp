// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/measurement/code_place.hpp"

#include <dlfcn.h>
#include <link.h>

#include <filesystem>

namespace lull::recorder {

CodePlace place_of(const void* address) {
  Dl_info found{};
  link_map* object = nullptr;
  if (address == nullptr ||
      ::dladdr1(address, &found, reinterpret_cast<void**>(&object), RTLD_DL_LINKMAP) == 0)
    return {};
  const bool program = object->l_name == nullptr || *object->l_name == '\0';
  std::error_code unknown;
  const std::filesystem::path file =
      std::filesystem::canonical(program ? "/proc/self/exe" : object->l_name, unknown);
  return {unknown ? object->l_name : file.string(),
          static_cast<std::uint64_t>(static_cast<const char*>(address) -
                                     static_cast<const char*>(found.dli_fbase))};
}

}  // namespace lull::recorder
