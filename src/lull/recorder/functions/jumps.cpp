// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Stands in front of longjmp: functions and calls that it jumps out of end there. Where it goes to
// is in its buffer: the C library of x86-64 keeps the stack pointer there, in disguise.
#include <dlfcn.h>
#include <setjmp.h>
#include <signal.h>

#include <cstdint>

#include "lull/recorder/measurement/kept_errno.hpp"
#include "lull/recorder/measurement/measurement.hpp"

namespace lull::recorder {
namespace {

using Jump = void (*)(__jmp_buf_tag*, int);

// Where the stack will be.
const void* target_of(const __jmp_buf_tag* buffer) {
  constexpr int kStackPointer = 6;
  auto value = static_cast<std::uintptr_t>(buffer->__jmpbuf[kStackPointer]);
  asm("rorq $17, %0\n\txorq %%fs:0x30, %0" : "+r"(value));
  return reinterpret_cast<const void*>(value);  // NOLINT(performance-no-int-to-ptr)
}

// A signal handler may have a stack of its own.
bool on_signal_stack() {
  stack_t stack{};
  return ::sigaltstack(nullptr, &stack) == 0 && (stack.ss_flags & SS_ONSTACK) != 0;
}

void end_calls(const __jmp_buf_tag* buffer, const void* frame) noexcept {
  const KeptErrno kept;
  const Recording recording;
  if (!recording) return;
  const void* const target = target_of(buffer);
  recording->leave_frames(on_signal_stack() ? nullptr : frame, target);
}

[[noreturn]] void jump(const char* name, __jmp_buf_tag* buffer, int value, const void* frame) {
  end_calls(buffer, frame);
  reinterpret_cast<Jump>(::dlsym(RTLD_NEXT, name))(buffer, value);
  __builtin_unreachable();
}

}  // namespace
}  // namespace lull::recorder

// NOLINTBEGIN(bugprone-reserved-identifier,cert-err52-cpp)
extern "C" {
void longjmp(__jmp_buf_tag* buffer, int value) {
  lull::recorder::jump("longjmp", buffer, value, __builtin_frame_address(0));
}
void _longjmp(__jmp_buf_tag* buffer, int value) {
  lull::recorder::jump("_longjmp", buffer, value, __builtin_frame_address(0));
}
void siglongjmp(__jmp_buf_tag* buffer, int value) {
  lull::recorder::jump("siglongjmp", buffer, value, __builtin_frame_address(0));
}
void __longjmp_chk(__jmp_buf_tag* buffer, int value) {
  lull::recorder::jump("__longjmp_chk", buffer, value, __builtin_frame_address(0));
}
}
// NOLINTEND(bugprone-reserved-identifier,cert-err52-cpp)
