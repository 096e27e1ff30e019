// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// How a call of an MPI function is recorded: the wrappers that generate_wrappers.py makes all go
// through record(). A Hook<Function::X> adds what X means: before() and after() get the arguments
// of the call by reference and may put others in their place (a status where the program wants
// none). after() is for calls that succeed, failed() for the others, with MPI's error code. What
// is recorded of a call is asked for only after it: MPI's own checks come first.
#pragma once

#include <mpi.h>

#include <array>
#include <atomic>
#include <exception>

#include "lull/recorder/measurement/measurement.hpp"
#include "lull/recorder/mpi/requests.hpp"
#include "lull_mpi_functions.hpp"

namespace lull::recorder::mpi {

// The regions of functions, by one more than their numbers; 0 where there is none yet.
inline constinit std::array<std::atomic<RegionNumber>, static_cast<std::size_t>(Function::Count)>
    known_regions{};
RegionNumber define_region_of(Function function);

// The number of the function's region, defined at its first call.
inline RegionNumber region_of(Function function) {
  const RegionNumber known =
      known_regions[static_cast<std::size_t>(function)].load(std::memory_order_acquire);
  return known != 0 ? known - 1 : define_region_of(function);
}

// With these the recording of MPI begins.
constexpr bool begins(Function function) {
  return function == Function::Init || function == Function::Init_thread ||
         function == Function::Session_init;
}

// Nothing but entering and leaving.
template <Function F>
struct Hook {
  using Plain = void;
};

// Whatever goes wrong in recording is not the program's.
template <class Step>
void guarded(Step step) noexcept {
  try {
    step();
  } catch (const std::exception& error) {
    Measurement::instance().give_up(error.what());
  }
}

template <class Hook, class... Arguments>
void after(Hook& hook, int result, Location& location, Arguments&... arguments) noexcept {
  constexpr bool kAfter = requires { hook.after(location, arguments...); };
  constexpr bool kFailed = requires { hook.failed(location, result, arguments...); };
  if constexpr (kAfter)
    if (result == MPI_SUCCESS) guarded([&] { hook.after(location, arguments...); });
  if constexpr (kFailed)
    if (result != MPI_SUCCESS) guarded([&] { hook.failed(location, result, arguments...); });
}

// Calls in which all processes talk to each other, in one that records nothing: it may never have
// begun to, because its files could not be made.
template <class Hook, class Call>
int talk_only(Call call) {
  constexpr bool kBefore = requires { Hook::kBeforeAlways; };
  constexpr bool kAfterwards = requires { Hook::kAfterwardsAlways; };
  if (!Measurement::instance().is_over()) return call();
  if constexpr (kBefore) guarded([] { Hook::kBeforeAlways(); });
  const int result = call();
  if constexpr (kAfterwards)
    if (result == MPI_SUCCESS) guarded([] { Hook::kAfterwardsAlways(); });
  return result;
}

template <Function F, class Call, class... Arguments>
int take_part(const Recording& recording, Call call, Arguments&... arguments) {
  if (!recording) return talk_only<Hook<meaning_of(F)>>(call);
  Hook<meaning_of(F)> hook;
  constexpr bool kBefore = requires { hook.before(*recording, arguments...); };
  if constexpr (kBefore) guarded([&] { hook.before(*recording, arguments...); });
  const int result = call();
  after(hook, result, *recording, arguments...);
  return result;
}

// While the program has switched the recording off: only what must be known afterwards, or what
// other processes wait for. When it has ended early: only the latter.
template <Function F, class Call, class... Arguments>
int record_off(Call call, Arguments&... arguments) {
  using Meaning = Hook<meaning_of(F)>;
  if constexpr (requires { typename Meaning::EvenStopped; }) {
    return take_part<F>(Recording(Recording::EvenStopped{}), call, arguments...);
  } else if constexpr (requires { typename Meaning::EvenPaused; }) {
    if (Measurement::instance().paused())
      return take_part<F>(Recording(Recording::EvenPaused{}), call, arguments...);
  }
  return call();
}

// It was switched off, or has ended, during the call: the same of what comes after it.
template <class Hook, class... Arguments>
void after_off(Hook& hook, int result, Location& location, Arguments&... arguments) noexcept {
  constexpr bool kPaused = requires { typename Hook::EvenPaused; };
  constexpr bool kStopped = requires { typename Hook::EvenStopped; };
  const Measurement& measurement = Measurement::instance();
  if ((kPaused && measurement.paused()) || (kStopped && measurement.stopped()))
    after(hook, result, location, arguments...);
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
  location.enter(region);
  using Meaning = Hook<meaning_of(F)>;
  Meaning hook;
  constexpr bool kBefore = requires { hook.before(location, arguments...); };
  constexpr bool kAfter = requires { hook.after(location, arguments...); };
  static_assert(
      kBefore || kAfter || requires { typename Meaning::Plain; },
      "the hook does not fit the function's arguments");
  if constexpr (kBefore) guarded([&] { hook.before(location, arguments...); });
  const int result = call();
  if (!Measurement::instance().running()) [[unlikely]] {
    after_off(hook, result, location, arguments...);
    return result;
  }
  location.look_at_clock();
  after(hook, result, location, arguments...);
  location.leave_now(region);
  return result;
}

}  // namespace lull::recorder::mpi
