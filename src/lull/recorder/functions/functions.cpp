// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Records functions of the program compiled with -finstrument-functions: each calls
// __cyg_profile_func_enter at its start, and __cyg_profile_func_exit at its end. Unless
// LULL_RECORD_FUNCTIONS is set, these return at once.
#include <dlfcn.h>
#include <link.h>
#include <sys/stat.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "lull/recorder/functions/function_table.hpp"
#include "lull/recorder/functions/resting.hpp"
#include "lull/recorder/measurement/measurement.hpp"
#include "lull/recorder/measurement/region_filter.hpp"
#include "lull/recorder/measurement/unloading.hpp"
#include "lull/recorder/system/kept_errno.hpp"
#include "lull/recorder/system/own_memory.hpp"
#include "lull/recorder/system/signals.hpp"
#include "lull/recorder/system/undisturbed.hpp"

namespace lull::recorder {
namespace {

constexpr std::uint32_t kFiltered = FunctionTable::kUnknown - 1;

thread_local bool this_thread_rests [[gnu::tls_model("initial-exec")]] = false;

FunctionTable* functions = nullptr;  // null: functions are not recorded
std::atomic<bool> found_one{false};
RegionFilter* filter = nullptr;

bool is_set(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

// Constructors of other libraries may call functions earlier: these calls are not recorded.
[[gnu::constructor]] void begin_functions() {
  if (is_set("LULL_RECORD_DIRECTORY") && is_set("LULL_RECORD_FUNCTIONS"))
    functions = new FunctionTable;
}

// Identifies a function of a library by the file and its offset there: if the library is unloaded
// and loaded again, its functions keep their identity.
using PlaceInFile = std::array<std::uint64_t, 5>;
std::optional<PlaceInFile> place_in_library(const void* function) noexcept {
  dl_find_object found{};
  if (!is_unloadable(function) || ::_dl_find_object(const_cast<void*>(function), &found) != 0)
    return std::nullopt;
  struct stat file {};
  if (::stat(found.dlfo_link_map->l_name, &file) != 0) return std::nullopt;
  constexpr std::uint64_t kNanoseconds = 1'000'000'000;
  return PlaceInFile{file.st_dev, file.st_ino,
                     static_cast<std::uint64_t>(file.st_mtim.tv_sec) * kNanoseconds +
                         static_cast<std::uint64_t>(file.st_mtim.tv_nsec),
                     static_cast<std::uint64_t>(file.st_size),
                     static_cast<std::uint64_t>(static_cast<const char*>(function) -
                                                static_cast<const char*>(found.dlfo_map_start))};
}

std::uint32_t define(const void* function) {
  static std::mutex mutex;
  static auto* const known = new (own_memory(sizeof(std::map<PlaceInFile, std::uint32_t>)))
      std::map<PlaceInFile, std::uint32_t, std::less<>,
               OwnAllocator<std::pair<const PlaceInFile, std::uint32_t>>>;
  const RegionInfo region{.name = {}, .paradigm = OTF2_PARADIGM_COMPILER, .address = function};
  const auto place = place_in_library(function);
  if (!place) return Measurement::instance().define_region(region);
  const std::scoped_lock lock(mutex);
  const auto [entry, fresh] = known->try_emplace(*place, 0);
  if (fresh) entry->second = Measurement::instance().define_region(region);
  return entry->second;
}

std::uint32_t learn(const void* function) noexcept {
  found_one = true;
  const Undisturbed undisturbed;
  try {
    if (filter != nullptr && filter->excludes_function(function))
      return functions->add(function, kFiltered);
    return functions->add(function, define(function));
  } catch (const std::exception& error) {
    Measurement::instance().give_up(error.what());
    return kFiltered;
  }
}

std::uint32_t region_of(const void* function) {
  const std::uint32_t known = functions->find(function);
  return known != FunctionTable::kUnknown ? known : learn(function);
}

// Not inlined: an instrumentation function must be one that a cancelled thread may leave anywhere.
[[gnu::noinline]] void enter_function(const void* function, const void* frame) noexcept {
  const KeptErrno kept;
  Measurement& measurement = Measurement::instance();
  if (!measurement.running() && !measurement.start()) return;
  const Recording recording{Recording::Event{}};
  if (!recording) return;
  const std::uint32_t region = region_of(function);
  if (region == kFiltered) return;
  if (recording->has_open_below(frame) && !on_signal_stack()) recording->leave_below(frame);
  recording->enter_at_frame(region, frame);
}

[[gnu::noinline]] void leave_function(const void* function) noexcept {
  const KeptErrno kept;
  const Recording recording{Recording::Event{}};
  if (!recording) return;
  const std::uint32_t region = functions->find(function);
  if (region < kFiltered) recording->leave(region);
}

}  // namespace

void rest_functions(bool rest) noexcept { this_thread_rests = rest; }

RegionFilter* region_filter() noexcept { return filter; }
void set_region_filter(RegionFilter* wanted) noexcept { filter = wanted; }
bool lacks_instrumented_functions() noexcept { return functions != nullptr && !found_one; }

// Uses the loader's symbols: functions that are not exported have no names here.
void note_functions_of(void* library) noexcept {
  if (functions == nullptr || !found_one) return;
  const KeptErrno kept;
  const link_map* object = nullptr;
  if (library == nullptr || ::dlinfo(library, RTLD_DI_LINKMAP, &object) != 0) return;
  try {
    std::vector<std::pair<const void*, std::uint32_t>> found;
    found.reserve(functions->size());
    {
      const Undisturbed undisturbed;
      functions->keep_if([&](const void* function, std::uint32_t value) {
        dl_find_object of{};
        if (value != kFiltered && found.size() < found.capacity() &&
            ::_dl_find_object(const_cast<void*>(function), &of) == 0 && of.dlfo_link_map == object)
          found.emplace_back(function, value);
        return true;
      });
    }
    static std::mutex mutex;
    static std::set<std::uint32_t> noted;
    const std::scoped_lock lock(mutex);
    for (const auto& [function, region] : found) {
      Dl_info about{};
      if (!noted.insert(region).second || ::dladdr(function, &about) == 0) continue;
      if (about.dli_saddr != function || about.dli_sname == nullptr) continue;
      Measurement::instance().note(
          {{"loaded_name", {{"number", region}, {"symbol", about.dli_sname}}}});
    }
  } catch (const std::exception& error) {
    Measurement::instance().give_up(error.what());
  }
}

void forget_functions() noexcept {
  if (functions == nullptr || !found_one) return;
  const Undisturbed undisturbed;
  functions->keep_if([](const void* function, std::uint32_t) { return is_loaded(function); });
}

}  // namespace lull::recorder

// The names are fixed by the compiler.
// NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" {
void __cyg_profile_func_enter(void* function, void*) {
  if (lull::recorder::functions != nullptr && !lull::recorder::this_thread_rests)
    lull::recorder::enter_function(function, __builtin_dwarf_cfa());
}
void __cyg_profile_func_exit(void* function, void*) {
  if (lull::recorder::functions != nullptr && !lull::recorder::this_thread_rests)
    lull::recorder::leave_function(function);
}
}
// NOLINTEND(bugprone-reserved-identifier)
