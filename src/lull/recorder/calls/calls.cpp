// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Intercepts MPI and OpenSHMEM calls, and passes them on. A process without such calls opens and
// starts nothing. Several threads may resolve the same function concurrently, with the same result:
// no lock is held while the loader is called, whose lock another thread may hold.
#include <dlfcn.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "lull/recorder/calls/libraries.hpp"
#include "lull/recorder/calls/recorders.hpp"
#include "lull/recorder/calls/stubs.hpp"

extern "C" {
void* lull_next_dlsym = nullptr;
}

namespace lull::recorder::calls {
namespace {

std::atomic<bool> called[kModels];

// Keeps the program's errno.
class Errno {
 public:
  ~Errno() { errno = kept_; }

 private:
  int kept_ = errno;
};

// Without a library of the model: looks the function up as the calling object would, such as in a
// library that was opened with RTLD_LOCAL.
void* found_by_caller(const char* name, const void* caller) {
  Dl_info object{};
  if (::dladdr(caller, &object) != 0 && object.dli_fname != nullptr)
    if (void* const found = find_in_file(object.dli_fname, name)) return found;
  return find_anywhere(name);
}

[[noreturn]] void end_without(const char* name) {
  std::fprintf(stderr, "symbol lookup error: undefined symbol: %s\n", name);
  constexpr int kStatus = 127;  // the loader's exit status
  ::_exit(kStatus);
}

void* target_of(const char* name, const Known& known, const LoadedLibrary& access) {
  void* const next = access.next(name);
  if (known.recorder == nullptr || next == nullptr) return next;
  if (is_of_profiling(name) && !known.below) return next;
  const Wrapper* const wrapper = wrapper_of(*known.recorder, name);
  if (wrapper == nullptr) return next;
  wrapper->next->store(next, std::memory_order_relaxed);
  return wrapper->wrapper;
}

}  // namespace

unsigned stub_of(const char* name) {
  unsigned low = 0;
  for (unsigned high = lull_stub_count; low < high;) {
    const unsigned middle = low + (high - low) / 2;
    const int order = std::strcmp(stub_name(middle), name);
    if (order == 0) return middle;
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return lull_stub_count;
}

}  // namespace lull::recorder::calls

using namespace lull::recorder::calls;

extern "C" void* lull_resolve(unsigned stub, const void* caller) noexcept {
  const Errno kept;
  const char* const name = stub_name(stub);
  const Model model = model_of(name);
  const Known* const known = known_library(model);
  void* target = nullptr;
  bool is_for_all = true;
  if (known != nullptr) {
    called[static_cast<std::size_t>(model)].store(true, std::memory_order_relaxed);
    target = target_of(name, *known, access_of(model));
  } else {
    target = plain_dlsym(RTLD_NEXT, name);
    is_for_all = false;  // a library may still be loaded
  }
  if (target == nullptr) {
    target = found_by_caller(name, caller);
    is_for_all = false;
  }
  if (target == nullptr) end_without(name);
  if (is_for_all) __atomic_store_n(&lull_slots[stub], target, __ATOMIC_RELEASE);
  return target;
}

// A function whose address is obtained with dlsym is recorded if it is the function that the
// recorder would call: a function with the same name in another namespace or library is a different
// function.
extern "C" void* lull_symbol(void* handle, const char* name) noexcept {
  if (__atomic_load_n(&lull_next_dlsym, __ATOMIC_RELAXED) == nullptr) {
    const Errno kept;
    __atomic_store_n(&lull_next_dlsym, find_next_dlsym(), __ATOMIC_RELAXED);
  }
  if (handle == RTLD_NEXT || name == nullptr || std::strchr("MPmps", *name) == nullptr)
    return nullptr;
  const unsigned stub = stub_of(name);
  if (stub == lull_stub_count) return nullptr;
  const Errno kept;
  constexpr std::uintptr_t kNoSymbol = 1;
  const void* const found = plain_dlsym(handle, name);
  if (found == nullptr) return nullptr;
  const Model model = model_of(name);
  const Known* const known = known_library(model);
  const LoadedLibrary& access = access_of(model);
  void* const next = known == nullptr ? plain_dlsym(RTLD_NEXT, name) : access.next(name);
  if (found == stub_code(stub)) {  // must only be visible to this library
    if (next != nullptr) return nullptr;
    plain_dlsym(RTLD_NEXT, name);               // sets dlerror()
    return reinterpret_cast<void*>(kNoSymbol);  // NOLINT(performance-no-int-to-ptr)
  }
  if (known == nullptr || known->recorder == nullptr || is_of_profiling(name)) return nullptr;
  if (found != next && found != access.function(name)) return nullptr;
  return const_cast<void*>(stub_code(stub));
}

namespace {

// Called at process exit.
[[gnu::destructor]] void find_missed_calls() {
  if (!is_wanted(Model::Mpi) ||
      called[static_cast<std::size_t>(Model::Mpi)].load(std::memory_order_relaxed))
    return;
  char library[256] = {};
  if (is_mpi_in_use(library, sizeof library))
    note_unrecorded(
        "MPI is not recorded: %s was used, but no call came through the recorder: it "
        "may have been opened with RTLD_DEEPBIND or dlmopen%s\n",
        library, "");
}

}  // namespace
