// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Records calls to MPI functions: the wrappers that generate_wrappers.py makes all call record(). A
// Hook<Function::X> adds the semantics of X: before() and after() get the arguments of the call by
// reference and may replace them (such as MPI_STATUS_IGNORE by a status). after() is for calls that
// succeed, failed() for the others, with MPI's error code. Hooks examine a call only after it:
// MPI's own checks come first. always_before() and always_after() get only the arguments, whether
// or not this process is still recorded: for communication between processes, and for state that
// others need.
#pragma once

#include <mpi.h>

#include <array>
#include <atomic>
#include <exception>
#include <utility>

#include "lull/recorder/measurement/measurement.hpp"
#include "lull/recorder/mpi/requests.hpp"
#include "lull_mpi_functions.hpp"

namespace lull::recorder::mpi {

// The regions of functions plus 1; 0 if not defined yet.
inline constinit std::array<std::atomic<RegionNumber>, static_cast<std::size_t>(Function::Count)>
    known_regions{};
RegionNumber define_region_of(Function function);

// Returns the region of the function, defined on its first call.
inline RegionNumber region_of(Function function) {
  const RegionNumber known =
      known_regions[static_cast<std::size_t>(function)].load(std::memory_order_acquire);
  return known != 0 ? known - 1 : define_region_of(function);
}

// Targets of the program's calls: the next functions with these names in the search order.
inline constinit std::array<std::atomic<void*>, static_cast<std::size_t>(Function::Count)>
    next_functions{};
// If the program itself defines MPI functions, its calls to the profiling interface are also
// recorded, and go to the library's own functions. Otherwise null.
inline constinit std::atomic<void*> own_function{nullptr};
inline thread_local bool calls_own_function = false;  // read by the wrapper that is called next
template <Function F, class Signature>
[[gnu::always_inline]] inline Signature* next_function(Signature& own) {
  if (own_function.load(std::memory_order_relaxed) != nullptr) [[unlikely]]
    if (std::exchange(calls_own_function, false)) return &own;
  return reinterpret_cast<Signature*>(
      next_functions[static_cast<std::size_t>(F)].load(std::memory_order_relaxed));
}

// Returns whether the function starts the MPI recording.
constexpr bool begins(Function function) {
  return function == Function::Init || function == Function::Init_thread ||
         function == Function::Session_init;
}

// The default records enter and leave events only.
template <Function F>
struct Hook {
  using Plain = void;
};

// Keeps failures of the recording away from the program. Inlined, like the functions below: a call
// to one costs more than its work.
template <class Step>
[[gnu::always_inline]] inline void guarded(Step step) noexcept {
  try {
    step();
  } catch (const std::exception& error) {
    Measurement::instance().give_up(error.what());
  }
}

template <class Hook, class... Arguments>
[[gnu::always_inline]] inline void always_before(Hook& hook, Arguments&... arguments) noexcept {
  constexpr bool kBefore = requires { hook.always_before(arguments...); };
  if constexpr (kBefore) guarded([&] { hook.always_before(arguments...); });
}

template <class Hook, class... Arguments>
[[gnu::always_inline]] inline int always_after(Hook& hook, int result,
                                               Arguments&... arguments) noexcept {
  constexpr bool kAfter = requires { hook.always_after(arguments...); };
  if constexpr (kAfter)
    if (result == MPI_SUCCESS) guarded([&] { hook.always_after(arguments...); });
  return result;
}

template <class Hook, class... Arguments>
[[gnu::always_inline]] inline void before(Hook& hook, Location& location,
                                          Arguments&... arguments) noexcept {
  always_before(hook, arguments...);
  constexpr bool kBefore = requires { hook.before(location, arguments...); };
  if constexpr (kBefore) guarded([&] { hook.before(location, arguments...); });
}

template <class Hook, class... Arguments>
[[gnu::always_inline]] inline void after(Hook& hook, int result, Location& location,
                                         Arguments&... arguments) noexcept {
  always_after(hook, result, arguments...);
  constexpr bool kAfter = requires { hook.after(location, arguments...); };
  constexpr bool kFailed = requires { hook.failed(location, result, arguments...); };
  if constexpr (kAfter)
    if (result == MPI_SUCCESS) guarded([&] { hook.after(location, arguments...); });
  if constexpr (kFailed)
    if (result != MPI_SUCCESS) guarded([&] { hook.failed(location, result, arguments...); });
}

// MPI may call the program, which may jump out of that.
template <class Call>
[[gnu::always_inline]] inline int called(Location& location, Call call) {
  location.begin_call();
  const int result = call();
  location.end_call();
  return result;
}

// Handles a call after the recording of this process has ended.
template <Function F, class Call, class... Arguments>
int record_ended(Call call, Arguments&... arguments) {
  Hook<meaning_of(F)> hook;
  always_before(hook, arguments...);
  return always_after(hook, call(), arguments...);
}

// Handles a call while the recording is switched off: only maintains state that is needed
// afterwards.
template <Function F, class Call, class... Arguments>
int record_paused(Call call, Arguments&... arguments) {
  using Meaning = Hook<meaning_of(F)>;
  if constexpr (requires { typename Meaning::EvenPaused; }) {
    const Recording recording{Recording::EvenPaused{}};
    if (!recording) return call();
    Meaning hook;
    before(hook, *recording, arguments...);
    const int result = called(*recording, call);
    after(hook, result, *recording, arguments...);
    return result;
  } else {
    return record_ended<F>(call, arguments...);
  }
}

// An unrecorded call. Calls inside it, by tools on top of the profiling interface, are part of it.
class UnrecordedCall {
 public:
  UnrecordedCall() : is_inner_(std::exchange(inside, true)) {}
  ~UnrecordedCall() { inside = is_inner_; }
  UnrecordedCall(const UnrecordedCall&) = delete;
  UnrecordedCall& operator=(const UnrecordedCall&) = delete;
  [[nodiscard]] bool is_inner() const { return is_inner_; }

 private:
  static inline thread_local bool inside = false;
  bool is_inner_;
};

template <Function F, class Call, class... Arguments>
int record_off(Call call, Arguments&... arguments) {
  const Measurement& measurement = Measurement::instance();
  if (measurement.running()) return call();  // inside the recorder
  const UnrecordedCall here;
  if (here.is_inner()) return call();
  if (measurement.paused()) return record_paused<F>(call, arguments...);
  return record_ended<F>(call, arguments...);
}

// The recording was switched off, or has ended, during the call.
template <class Hook, class... Arguments>
int after_off(Hook& hook, int result, Location& location, Arguments&... arguments) {
  if constexpr (requires { typename Hook::EvenPaused; })
    if (Measurement::instance().paused()) {
      after(hook, result, location, arguments...);
      return result;
    }
  return always_after(hook, result, arguments...);
}

template <Function F, class Call, class... Arguments>
int record(Call call, Arguments&... arguments) {
  if constexpr (begins(F)) Measurement::instance().start();
  const Recording recording;
  if (!recording) [[unlikely]]
    return record_off<F>(call, arguments...);
  Location& location = *recording;
  const RegionNumber region = region_of(F);
  if (has_late_requests.load(std::memory_order_relaxed)) [[unlikely]]
    guarded([&] { Requests::instance().write_late(location); });
  location.enter_at_frame(region, __builtin_frame_address(0));
  using Meaning = Hook<meaning_of(F)>;
  Meaning hook;
  constexpr bool kBefore = requires { hook.before(location, arguments...); };
  constexpr bool kAfter = requires { hook.after(location, arguments...); };
  constexpr bool kAlways = requires { hook.always_before(arguments...); }
  || requires { hook.always_after(arguments...); };
  static_assert(
      kBefore || kAfter || kAlways || requires { typename Meaning::Plain; },
      "the hook does not fit the function's arguments");
  before(hook, location, arguments...);
  const int result = called(location, call);
  if (!Measurement::instance().running()) [[unlikely]]
    return after_off(hook, result, location, arguments...);
  location.look_at_clock();
  after(hook, result, location, arguments...);
  location.leave_now(region);
  return result;
}

}  // namespace lull::recorder::mpi
