// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Interposes on longjmp: functions and calls that it jumps out of end there. The target stack
// pointer is in the jump buffer, where the C library of x86-64 stores it mangled. Also interposes
// on the C++ runtime's function for caught exceptions: not all compilers report functions that are
// left by such exceptions.
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>

#include <cstdint>
#include <string_view>

#include "lull/recorder/functions/resting.hpp"
#include "lull/recorder/measurement/measurement.hpp"
#include "lull/recorder/system/kept_errno.hpp"
#include "lull/recorder/system/signals.hpp"

namespace lull::recorder {
namespace {

using Jump = void (*)(__jmp_buf_tag*, int);

// Returns the stack pointer after the jump.
const void* target_of(const __jmp_buf_tag* buffer) {
  constexpr int kStackPointer = 6;
  auto value = static_cast<std::uintptr_t>(buffer->__jmpbuf[kStackPointer]);
  asm("rorq $17, %0\n\txorq %%fs:0x30, %0" : "+r"(value));
  return reinterpret_cast<const void*>(value);  // NOLINT(performance-no-int-to-ptr)
}

void end_calls(const __jmp_buf_tag* buffer, const void* frame) noexcept {
  const KeptErrno kept;
  Measurement::end_event();
  if (Measurement::is_inside()) return Measurement::instance().abandon();
  Measurement::leave_call();
  const Recording recording{Recording::Event{}};
  if (!recording) return;
  const void* const target = target_of(buffer);
  recording->leave_frames(on_signal_stack() ? nullptr : frame, target);
}

// The exception handler is in a function whose frame is at `frame` or beyond it.
void end_thrown(const void* frame) noexcept {
  const KeptErrno kept;
  const Recording recording{Recording::Event{}};
  if (recording && recording->has_open_below(frame) && !on_signal_stack())
    recording->leave_below(frame);
}

using Catch = void* (*)(void*);

// Looked up in advance: signal handlers jump.
struct Originals {
  Jump longjmp = find("longjmp");
  Jump under_longjmp = find("_longjmp");
  Jump siglongjmp = find("siglongjmp");
  Jump checked = find("__longjmp_chk");
  int (*set_cancel_type)(int, int*) =
      reinterpret_cast<int (*)(int, int*)>(::dlsym(RTLD_NEXT, "pthread_setcanceltype"));
  // Null in a C program, which may open C++ libraries later.
  Catch begin_catch = reinterpret_cast<Catch>(::dlsym(RTLD_NEXT, "__cxa_begin_catch"));

 private:
  static Jump find(const char* name) { return reinterpret_cast<Jump>(::dlsym(RTLD_NEXT, name)); }
};
const Originals& originals() {
  static const Originals known;
  return known;
}
[[gnu::constructor]] void look_up() { originals(); }

// Returns the function of the calling library: if that was opened with RTLD_LOCAL, its dependencies
// are not visible to others.
Catch begin_catch_of(const void* caller) {
  if (originals().begin_catch != nullptr) return originals().begin_catch;
  dl_find_object found{};
  void* library = nullptr;
  if (::_dl_find_object(const_cast<void*>(caller), &found) == 0)
    library = ::dlopen(found.dlfo_link_map->l_name, RTLD_LAZY | RTLD_NOLOAD);
  void* function = library == nullptr ? nullptr : ::dlsym(library, "__cxa_begin_catch");
  if (library != nullptr) ::dlclose(library);
  if (function == nullptr) function = ::dlsym(RTLD_NEXT, "__cxa_begin_catch");
  return reinterpret_cast<Catch>(function);
}

// LLVM's runtime enables asynchronous cancellation in its threads, but cancels none that runs the
// program.
bool is_of_openmp(const void* caller) {
  dl_find_object found{};
  if (::_dl_find_object(const_cast<void*>(caller), &found) != 0) return false;
  std::string_view file = found.dlfo_link_map->l_name;
  file.remove_prefix(file.rfind('/') + 1);
  return file.starts_with("libomp") || file.starts_with("libiomp");
}

}  // namespace
}  // namespace lull::recorder

#define LULL_JUMP(function, original)                              \
  void function(__jmp_buf_tag* buffer, int value) {                \
    lull::recorder::end_calls(buffer, __builtin_frame_address(0)); \
    lull::recorder::originals().original(buffer, value);           \
    __builtin_unreachable();                                       \
  }

// NOLINTBEGIN(bugprone-reserved-identifier,cert-err52-cpp)
extern "C" {
LULL_JUMP(longjmp, longjmp)
LULL_JUMP(_longjmp, under_longjmp)
LULL_JUMP(siglongjmp, siglongjmp)
LULL_JUMP(__longjmp_chk, checked)

int pthread_setcanceltype(int type, int* before) {
  const bool own = !lull::recorder::is_of_openmp(__builtin_return_address(0));
  if (own && type == PTHREAD_CANCEL_ASYNCHRONOUS) lull::recorder::rest_functions(true);
  const int error = lull::recorder::originals().set_cancel_type(type, before);
  if (own && type == PTHREAD_CANCEL_DEFERRED) lull::recorder::rest_functions(false);
  return error;
}

void* __cxa_begin_catch(void* exception) noexcept {
  lull::recorder::end_thrown(__builtin_dwarf_cfa());
  return lull::recorder::begin_catch_of(__builtin_return_address(0))(exception);
}
}
// NOLINTEND(bugprone-reserved-identifier,cert-err52-cpp)
