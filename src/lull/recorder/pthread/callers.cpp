// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/pthread/callers.hpp"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "lull/recorder/measurement/unloading.hpp"
#include "lull/recorder/pthread/prefix_programs.hpp"

namespace lull::recorder::pthread {
namespace {

constexpr std::array<std::string_view, 29> kLibraries{
    "liblull-",  "libotf2",   "libmpi",     "libmpich", "libopen-", "libpmix",
    "libprrte",  "libevent",  "libhwloc",   "libucp",   "libucs",   "libuct",
    "libucm",    "libfabric", "libpsm",     "libomp",   "libgomp",  "libiomp5",
    "libc.so",   "libc-",     "ld-",        "ld.so",    "mca_",     "libibverbs",
    "librdmacm", "libnuma",   "libpthread", "libdw",    "libelf"};

constexpr std::array<std::string_view, 14> kLaunchers{
    "bash",  "dash", "sh",     "zsh",     "orterun", "orted", "prterun",
    "prted", "prte", "mpirun", "mpiexec", "srun",    "aprun", "hydra_pmi_proxy"};

std::string_view file_of(std::string_view path) { return path.substr(path.rfind('/') + 1); }

bool belongs_to_program(const char* path) {
  const std::string_view file = file_of(path);
  return std::ranges::none_of(kLibraries,
                              [=](std::string_view name) { return file.starts_with(name); });
}

struct Object {
  const void* begin = nullptr;
  const void* end = nullptr;
  bool recorded = false;
  bool is_cxx = false;         // true: the C++ library
  std::uint32_t known_at = 0;  // value of unloadings
};

const Object& object_at(const void* address) noexcept {
  thread_local Object last [[gnu::tls_model("initial-exec")]];
  const std::uint32_t now = unloadings.load(std::memory_order_relaxed);
  if (address >= last.begin && address < last.end && last.known_at == now) [[likely]]
    return last;
  dl_find_object found{};
  static constexpr Object kNone;
  if (::_dl_find_object(const_cast<void*>(address), &found) != 0) return kNone;
  const char* const name = found.dlfo_link_map->l_name;
  last = {found.dlfo_map_start, found.dlfo_map_end, belongs_to_program(name),
          file_of(name).starts_with("libstdc++"), now};
  return last;
}

}  // namespace

bool is_recorded(const void* address) noexcept { return object_at(address).recorded; }

bool is_mutex_recorded(const void* address) noexcept {
  const Object& object = object_at(address);
  return object.recorded && !object.is_cxx;
}

bool is_launcher() noexcept {
  static const bool launcher = [] {
    std::array<char, 4096> path{};
    const ssize_t length = ::readlink("/proc/thread-self/exe", path.data(), path.size());
    const std::string_view file =
        file_of({path.data(), length < 0 ? 0u : static_cast<std::size_t>(length)});
    return std::ranges::find(kLaunchers, file) != kLaunchers.end() || is_prefix_program(file) ||
           file.starts_with("mpiexec") || file.starts_with("mpirun");
  }();
  return launcher;
}

}  // namespace lull::recorder::pthread
