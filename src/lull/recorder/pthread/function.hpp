// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Records calls to the C library's functions for threads. Results and errno are the C library's.
#pragma once

#include <otf2/otf2.h>

#include <exception>
#include <string_view>

#include "lull/recorder/measurement/library_function.hpp"
#include "lull/recorder/measurement/measurement.hpp"
#include "lull/recorder/pthread/activity.hpp"
#include "lull/recorder/pthread/callers.hpp"
#include "lull/recorder/system/kept_errno.hpp"

namespace lull::recorder::pthread {

template <class Signature>
class Function : public LibraryFunction<Signature> {
 public:
  constexpr explicit Function(const char* name)
      : LibraryFunction<Signature>(
            name, {name, OTF2_REGION_ROLE_WRAPPER, OTF2_PARADIGM_PTHREAD},
            std::string_view(name).starts_with("pthread_cond_") ? "GLIBC_2.3.2" : nullptr) {}
};

// The recorder's work in the calling thread: a program's allocator may take a lock for it, which
// must not be recorded as the program's.
class OwnWork {
 public:
  OwnWork() { ++depth_; }
  ~OwnWork() { --depth_; }
  OwnWork(const OwnWork&) = delete;
  OwnWork& operator=(const OwnWork&) = delete;
  [[nodiscard]] static bool is_going_on() { return depth_ > 0; }

 private:
  static inline thread_local int depth_ [[gnu::tls_model("initial-exec")]] = 0;
};

// Keeps failures of the recording away from the program.
template <class Step>
void guarded(Step step) noexcept {
  const KeptErrno kept;
  const OwnWork here;
  try {
    step();
  } catch (const std::exception& error) {
    Measurement::instance().give_up(error);
  }
}

// Records a call: enters the region, runs `before`, calls, runs `after` with the result, leaves.
// The call itself is not inside the recorder: it may wait, run the program's code, or never return.
// `before` and `after` also run while the program has switched the recording off: which locks a
// thread holds must be known when it is on again. `about` and `about_result` return the attributes
// of the enter and leave events, or null.
template <class Signature, class About, class Before, class Call, class After, class AboutResult>
int record(Function<Signature>& function, const void* caller, About about, Before before, Call call,
           After after, AboutResult about_result) {
  if (OwnWork::is_going_on() || !is_active() || !is_recorded(caller)) return call();
  bool entered = false;
  {
    const Recording recording{Recording::EvenPaused{}};
    if (!recording) return call();
    guarded([&] {
      entered = Measurement::instance().running();
      if (entered) recording->enter(function.region(), about(*recording));
      before(*recording);
    });
  }
  const int result = call();
  const Recording recording{Recording::EvenPaused{}};
  if (!recording) return result;
  guarded([&] {
    after(*recording, result);
    if (entered) recording->leave(function.region(), about_result(*recording, result));
  });
  return result;
}

template <class Signature, class Before, class Call, class After>
int record(Function<Signature>& function, const void* caller, Before before, Call call,
           After after) {
  const auto nothing = [](Location&) -> OTF2_AttributeList* { return nullptr; };
  const auto nothing_of = [](Location&, int) -> OTF2_AttributeList* { return nullptr; };
  return record(function, caller, nothing, before, call, after, nothing_of);
}

constexpr auto kNothingBefore = [](Location&) {};
constexpr auto kNothingAfter = [](Location&, int) {};

}  // namespace lull::recorder::pthread
