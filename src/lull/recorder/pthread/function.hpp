// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A function of the C library that the recorder stands in front of. Thread-safe; ready before any
// constructor ran.
#pragma once

#include <dlfcn.h>
#include <otf2/otf2.h>

#include <atomic>
#include <cerrno>
#include <string_view>

#include "lull/recorder/measurement/measurement.hpp"
#include "lull/recorder/pthread/callers.hpp"

namespace lull::recorder::pthread {

template <class Signature>
class Function;

template <class Result, class... Arguments>
class Function<Result(Arguments...)> {
 public:
  constexpr explicit Function(const char* name) : name_(name) {}

  // The C library's own.
  Result operator()(Arguments... arguments) {
    auto* original = original_.load(std::memory_order_relaxed);
    if (original == nullptr) original_ = original = find();
    return original(arguments...);
  }

  // Its region, defined at its first call.
  RegionNumber region() {
    const std::uint32_t known = region_.load(std::memory_order_acquire);
    if (known != 0) return known - 1;
    const RegionNumber fresh = Measurement::instance().define_region(
        {.name = name_, .role = OTF2_REGION_ROLE_WRAPPER, .paradigm = OTF2_PARADIGM_PTHREAD});
    std::uint32_t unknown = 0;  // another thread may have been faster
    return region_.compare_exchange_strong(unknown, fresh + 1) ? fresh : unknown - 1;
  }

 private:
  using Pointer = Result (*)(Arguments...);

  // Condition variables had another form once: the first version is not the one that is meant.
  Pointer find() const {
    void* found = nullptr;
    if (std::string_view(name_).starts_with("pthread_cond_"))
      found = ::dlvsym(RTLD_NEXT, name_, "GLIBC_2.3.2");
    if (found == nullptr) found = ::dlsym(RTLD_NEXT, name_);
    return reinterpret_cast<Pointer>(found);
  }

  const char* name_;
  std::atomic<Pointer> original_{nullptr};
  std::atomic<std::uint32_t> region_{0};  // one more than it is
};

// Records a call: enters the region, does `before`, calls, does `after` with the result, leaves.
// The call itself is not inside the recorder: it may wait, run the program's code, or never return.
template <class Signature, class Before, class Call, class After>
int record(Function<Signature>& function, const void* caller, Before before, Call call,
           After after) {
  if (!is_recorded(caller)) return call();
  {
    const Recording recording;
    if (!recording) return call();
    const int error = errno;
    recording->enter(function.region());
    before(*recording);
    errno = error;
  }
  const int result = call();
  const Recording recording;
  if (!recording) return result;
  const int error = errno;
  after(*recording, result);
  recording->leave(function.region());
  errno = error;
  return result;
}

constexpr auto kNothingBefore = [](Location&) {};
constexpr auto kNothingAfter = [](Location&, int) {};

}  // namespace lull::recorder::pthread
