// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Interposes on dlclose.
#include "lull/recorder/measurement/unloading.hpp"

#include <dlfcn.h>
#include <link.h>

#include "lull/recorder/measurement/region_filter.hpp"
#include "lull/recorder/system/kept_errno.hpp"

namespace lull::recorder {
namespace {

bool find(const void* address, dl_find_object& found) noexcept {
  return ::_dl_find_object(const_cast<void*>(address), &found) == 0;
}

}  // namespace

std::atomic<std::uint32_t> unloadings{0};

bool is_unloadable(const void* address) noexcept {
  dl_find_object found{};
  if (!find(address, found)) return true;
  const char* const name = found.dlfo_link_map->l_name;
  return name != nullptr && *name != '\0';
}

bool is_loaded(const void* address) noexcept {
  dl_find_object found{};
  return find(address, found);
}

}  // namespace lull::recorder

extern "C" int dlclose(void* library) noexcept {
  using Close = int (*)(void*);
  static const auto close = reinterpret_cast<Close>(::dlsym(RTLD_NEXT, "dlclose"));
  lull::recorder::note_functions_of(library);
  const int error = close(library);
  const lull::recorder::KeptErrno kept;
  ++lull::recorder::unloadings;
  lull::recorder::forget_functions();
  return error;
}
