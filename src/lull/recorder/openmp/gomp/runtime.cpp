// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/openmp/gomp/runtime.hpp"

#include <dlfcn.h>
#include <link.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "lull/recorder/measurement/unloading.hpp"

namespace lull::recorder::openmp::gomp {
namespace {

constexpr std::array<const char*, static_cast<std::size_t>(Entry::Count)> kNames{
#define LULL_NAME(name) #name,
    LULL_GOMP_ENTRIES(LULL_NAME)
#undef LULL_NAME
};

thread_local Running running [[gnu::tls_model("initial-exec")]];

struct Object {
  const void* begin = nullptr;
  const void* end = nullptr;
  Runtime* runtime = nullptr;
  std::uint32_t known_at = 0;  // value of unloadings
};
thread_local Object last_caller [[gnu::tls_model("initial-exec")]];

bool is_last_caller(const void* caller) {
  return caller >= last_caller.begin && caller < last_caller.end &&
         last_caller.known_at == unloadings.load(std::memory_order_relaxed);
}

bool find_object(const void* address, dl_find_object& found) {
  return ::_dl_find_object(const_cast<void*>(address), &found) == 0;
}

bool is_own(const void* address) {
  static const dl_find_object own = [] {
    dl_find_object found{};
    find_object(kNames.data(), found);
    return found;
  }();
  return address >= own.dlfo_map_start && address < own.dlfo_map_end;
}

// Returns the function that an already loaded library would call.
void* find_in(const char* object, const char* name) {
  void* const library = ::dlopen(*object == '\0' ? nullptr : object, RTLD_LAZY | RTLD_NOLOAD);
  if (library == nullptr) return nullptr;
  void* const found = ::dlsym(library, name);
  ::dlclose(library);
  return found;
}

bool is_of_gcc(const void* function) {
  Dl_info about{};
  return ::dladdr(function, &about) != 0 && find_in(about.dli_fname, "__kmpc_fork_call") == nullptr;
}

}  // namespace

Runtime& Runtime::of(const void* caller) noexcept {
  if (is_last_caller(caller)) [[likely]]
    return *last_caller.runtime;
  if (is_own(caller) && running.runtime != nullptr) return *running.runtime;
  try {
    return look_up(caller);
  } catch (const std::exception&) {  // no memory: the global function is almost certainly right
    static Runtime of_all("");
    return of_all;
  }
}

// Unloaded libraries keep their entry: another may be loaded at the same address, so the key is the
// file.
Runtime& Runtime::look_up(const void* caller) {
  static std::mutex mutex;
  static auto* const runtimes = new std::map<std::string, Runtime*>;
  dl_find_object found{};
  const bool known = find_object(caller, found);
  const char* const file = known ? found.dlfo_link_map->l_name : "";
  const std::scoped_lock lock(mutex);
  const auto [entry, fresh] = runtimes->try_emplace(file, nullptr);
  if (fresh) entry->second = new Runtime(entry->first.c_str());
  if (known) last_caller = {found.dlfo_map_start, found.dlfo_map_end, entry->second, unloadings};
  return *entry->second;
}

// Searches like the loader: first in the global scope, then in the caller's scope.
void Runtime::find(Entry entry, Function& function) noexcept {
  const char* const name = kNames[static_cast<std::size_t>(entry)];
  void* found = ::dlsym(RTLD_NEXT, name);
  if (found == nullptr) found = find_in(object_, name);
  if (found == nullptr) {  // the program could not have called it
    std::fprintf(stderr, "lull record: no OpenMP runtime has the function %s\n", name);
    std::abort();
  }
  static const bool unwanted = std::getenv("LULL_RECORD_NO_OPENMP") != nullptr;
  function.recorded_ = !unwanted && is_of_gcc(found);
  function.address_.store(found, std::memory_order_release);
}

RunningFunction::RunningFunction(Running inner) noexcept : outer_(std::exchange(running, inner)) {}
RunningFunction::~RunningFunction() { running = outer_; }

const void* place_of_call(const void* caller) noexcept {
  if (is_last_caller(caller)) [[likely]]
    return caller;
  if (!is_own(caller) || running.function == nullptr) return caller;
  return static_cast<const char*>(running.function) + kJumpedFrom;
}

}  // namespace lull::recorder::openmp::gomp
