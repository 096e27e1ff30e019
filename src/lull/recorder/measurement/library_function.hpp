// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A function of the C library that the recorder intercepts. Thread-safe; usable before any
// constructor has run.
#pragma once

#include <dlfcn.h>
#include <otf2/otf2.h>

#include <atomic>

#include "lull/recorder/measurement/measurement.hpp"

namespace lull::recorder {

// The function's region in the trace.
struct LibraryRegion {
  const char* name;
  OTF2_RegionRole role;
  OTF2_Paradigm paradigm;
};

template <class Signature>
class LibraryFunction;

template <class Result, class... Arguments>
class LibraryFunction<Result(Arguments...)> {
 public:
  // `version`: the current symbol version, for functions that also exist in an older one.
  constexpr LibraryFunction(const char* name, LibraryRegion region, const char* version = nullptr)
      : name_(name), version_(version), called_(region) {}

  // Calls the library's function.
  Result operator()(Arguments... arguments) {
    auto* original = original_.load(std::memory_order_relaxed);
    if (original == nullptr) original_ = original = find();
    return original(arguments...);
  }

  // Returns its region, defined on the first call.
  RegionNumber region() {
    const std::uint32_t known = region_.load(std::memory_order_acquire);
    if (known != 0) return known - 1;
    const RegionNumber fresh = Measurement::instance().define_region(
        {.name = called_.name, .role = called_.role, .paradigm = called_.paradigm});
    std::uint32_t unknown = 0;  // another thread may have been faster
    return region_.compare_exchange_strong(unknown, fresh + 1) ? fresh : unknown - 1;
  }

 private:
  using Pointer = Result (*)(Arguments...);

  Pointer find() const {
    void* found = version_ == nullptr ? nullptr : ::dlvsym(RTLD_NEXT, name_, version_);
    if (found == nullptr) found = ::dlsym(RTLD_NEXT, name_);
    return reinterpret_cast<Pointer>(found);
  }

  const char* name_;
  const char* version_;
  LibraryRegion called_;
  std::atomic<Pointer> original_{nullptr};
  std::atomic<std::uint32_t> region_{0};  // region + 1; 0: not defined
};

}  // namespace lull::recorder
