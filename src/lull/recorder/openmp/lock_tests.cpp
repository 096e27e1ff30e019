// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/openmp/lock_tests.hpp"

#include <dlfcn.h>

#include <atomic>
#include <cstdlib>

namespace lull::recorder::openmp {
namespace {

using Test = int (*)(void* lock);

// The runtime may be known only to a library that the program has loaded for itself.
Test find(const char* name, const void* caller) {
  void* found = ::dlsym(RTLD_NEXT, name);
  Dl_info object;
  if (found == nullptr && ::dladdr(caller, &object) != 0) {
    void* const library = ::dlopen(object.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    if (library != nullptr) {
      found = ::dlsym(library, name);
      ::dlclose(library);
    }
  }
  return reinterpret_cast<Test>(found);
}

class TestFunction {
 public:
  constexpr explicit TestFunction(const char* name) : name_(name) {}

  int operator()(void* lock, const void* caller) {
    Test original = original_.load(std::memory_order_relaxed);
    if (original == nullptr) original_ = original = find(name_, caller);
    if (original == nullptr) std::abort();  // nobody could have called it
    const bool outer = enter_lock_test(true);
    const int held = original(lock);
    enter_lock_test(outer);
    return held;
  }

 private:
  const char* name_;
  std::atomic<Test> original_{nullptr};
};

constinit TestFunction test_lock{"omp_test_lock"};
constinit TestFunction test_nest_lock{"omp_test_nest_lock"};
constinit TestFunction test_lock_of_fortran{"omp_test_lock_"};
constinit TestFunction test_nest_lock_of_fortran{"omp_test_nest_lock_"};

}  // namespace
}  // namespace lull::recorder::openmp

using namespace lull::recorder::openmp;

extern "C" {
int omp_test_lock(void* lock) { return test_lock(lock, __builtin_return_address(0)); }
int omp_test_nest_lock(void* lock) { return test_nest_lock(lock, __builtin_return_address(0)); }
int omp_test_lock_(void* lock) { return test_lock_of_fortran(lock, __builtin_return_address(0)); }
int omp_test_nest_lock_(void* lock) {
  return test_nest_lock_of_fortran(lock, __builtin_return_address(0));
}
}
