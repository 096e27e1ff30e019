// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Functions of the program that were compiled with -finstrument-functions: the compiler calls
// __cyg_profile_func_enter at the beginning of each, and __cyg_profile_func_exit at its end. Unless
// LULL_RECORD_FUNCTIONS is set they return at once.
#include <atomic>
#include <cstdlib>
#include <exception>

#include "lull/recorder/functions/function_table.hpp"
#include "lull/recorder/functions/region_filter.hpp"
#include "lull/recorder/functions/resting.hpp"
#include "lull/recorder/measurement/kept_errno.hpp"
#include "lull/recorder/measurement/measurement.hpp"
#include "lull/recorder/measurement/signals.hpp"

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

// Before that, constructors of other libraries may call functions already: they are not seen.
[[gnu::constructor]] void begin_functions() {
  if (is_set("LULL_RECORD_DIRECTORY") && is_set("LULL_RECORD_FUNCTIONS"))
    functions = new FunctionTable;
}

std::uint32_t learn(const void* function) noexcept {
  found_one = true;
  try {
    if (filter != nullptr && filter->excludes_function(function))
      return functions->add(function, kFiltered);
    return functions->add(
        function, Measurement::instance().define_region(
                      {.name = {}, .paradigm = OTF2_PARADIGM_COMPILER, .address = function}));
  } catch (const std::exception& error) {
    Measurement::instance().give_up(error.what());
    return kFiltered;
  }
}

std::uint32_t region_of(const void* function) {
  const std::uint32_t known = functions->find(function);
  return known != FunctionTable::kUnknown ? known : learn(function);
}

// Not inlined: what the compiler calls must be a function that a cancelled thread may leave
// anywhere.
[[gnu::noinline]] void enter_function(const void* function, const void* frame) noexcept {
  const KeptErrno kept;
  Measurement& measurement = Measurement::instance();
  if (!measurement.running() && !measurement.start()) return;
  const Recording recording;
  if (!recording) return;
  const std::uint32_t region = region_of(function);
  if (region == kFiltered) return;
  if (recording->has_open_below(frame) && !on_signal_stack()) recording->leave_below(frame);
  recording->enter_at_frame(region, frame);
}

[[gnu::noinline]] void leave_function(const void* function) noexcept {
  const KeptErrno kept;
  const Recording recording;
  if (!recording) return;
  const std::uint32_t region = functions->find(function);
  if (region < kFiltered) recording->leave(region);
}

}  // namespace

void rest_functions(bool rest) noexcept { this_thread_rests = rest; }

RegionFilter* region_filter() noexcept { return filter; }
void set_region_filter(RegionFilter* wanted) noexcept { filter = wanted; }
bool lacks_instrumented_functions() noexcept { return functions != nullptr && !found_one; }

}  // namespace lull::recorder

// The compiler calls them by these names.
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
