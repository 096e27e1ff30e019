// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Records calls to OpenSHMEM functions: the wrappers that generate_wrappers.py makes all call
// record() with an operation (operations.hpp) that defines the call's effect. An operation's
// before() and after() record it; after() may take the function's result. Its always_before() and
// always_after() are called whether or not this process is still recorded.
#pragma once

#include <array>
#include <atomic>
#include <exception>
#include <type_traits>
#include <utility>

#include "lull/recorder/measurement/measurement.hpp"
#include "lull_shmem_functions.hpp"

namespace lull::recorder::shmem {

// Targets of the program's calls: the next functions with these names in the search order.
using Functions = std::array<std::atomic<void*>, static_cast<std::size_t>(Function::Count)>;
inline constinit Functions next_functions{};
// If the program itself defines such functions, its calls to the profiling interface are also
// recorded, and go to the library's own functions.
inline constinit Functions own_functions{};
inline thread_local bool calls_own_function = false;  // read by the wrapper that is called next
template <Function F, class Signature>
[[gnu::always_inline]] inline Signature* next_function() {
  constexpr auto kPlace = static_cast<std::size_t>(F);
  void* const own = own_functions[kPlace].load(std::memory_order_relaxed);
  if (own != nullptr && std::exchange(calls_own_function, false)) [[unlikely]]
    return reinterpret_cast<Signature*>(own);
  return reinterpret_cast<Signature*>(next_functions[kPlace].load(std::memory_order_relaxed));
}

// Returns the function's region, defined on its first call.
RegionNumber region_of(Function function);

// Keeps failures of the recording away from the program.
template <class Step>
[[gnu::always_inline]] inline void guarded(Step step) noexcept {
  try {
    step();
  } catch (const std::exception& error) {
    Measurement::instance().give_up(error);
  }
}

// The result of a void function.
struct Nothing {};
template <class Call>
[[gnu::always_inline]] inline auto result_of(Call call) {
  if constexpr (std::is_void_v<decltype(call())>) {
    call();
    return Nothing{};
  } else {
    return call();
  }
}

template <class Operation>
[[gnu::always_inline]] inline void always_before(Operation& operation) noexcept {
  if constexpr (requires { operation.always_before(); })
    guarded([&] { operation.always_before(); });
}

template <class Operation, class Result>
[[gnu::always_inline]] inline void always_after(Operation& operation,
                                                const Result& result) noexcept {
  if constexpr (requires { operation.always_after(); }) guarded([&] { operation.always_after(); });
  if constexpr (requires { operation.always_after(result); })
    guarded([&] { operation.always_after(result); });
}

template <class Operation>
[[gnu::always_inline]] inline void before(Operation& operation, Location& location) noexcept {
  always_before(operation);
  if constexpr (requires { operation.before(location); })
    guarded([&] { operation.before(location); });
}

template <class Operation, class Result>
[[gnu::always_inline]] inline void after(Operation& operation, Location& location,
                                         const Result& result) noexcept {
  always_after(operation, result);
  if constexpr (requires { operation.after(location); })
    guarded([&] { operation.after(location); });
  if constexpr (requires { operation.after(location, result); })
    guarded([&] { operation.after(location, result); });
}

template <class Call, class Operation>
auto not_recorded(Call call, Operation operation) {
  if (Measurement::instance().running())
    return result_of(call);  // inside the recorder, or OpenSHMEM
  always_before(operation);
  const auto result = result_of(call);
  always_after(operation, result);
  return result;
}

template <Function F, class Call, class Operation>
auto recorded(Call call, Operation operation) {
  const Recording recording;
  if (!recording) return not_recorded(call, operation);
  Location& location = *recording;
  const RegionNumber region = region_of(F);
  location.enter_at_frame(region, __builtin_frame_address(0));
  before(operation, location);
  location.begin_call();
  const auto result = result_of(call);
  location.end_call();
  if (!Measurement::instance().running()) {  // switched off, or ended, during the call
    always_after(operation, result);
    return result;
  }
  location.look_at_clock();
  after(operation, location, result);
  location.leave_now(region);
  return result;
}

template <Function F, class Call, class Operation>
auto record(Call call, Operation operation) {
  if constexpr (requires { typename Operation::Begins; }) Measurement::instance().start();
  const auto result = recorded<F>(call, operation);
  if constexpr (!std::is_same_v<std::remove_cv_t<decltype(result)>, Nothing>) return result;
}

}  // namespace lull::recorder::shmem
