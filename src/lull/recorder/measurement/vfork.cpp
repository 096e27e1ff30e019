// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Interposes on vfork: until it executes another program, the child shares its parent's memory, and
// would record as if it were the parent, which waits meanwhile. The return address must be in a
// register while the child runs, which overwrites the stack.
#if defined(__x86_64__)

#include <cerrno>

#include "lull/recorder/measurement/measurement.hpp"

namespace {

using lull::recorder::Measurement;

// A child may call vfork again.
thread_local int children [[gnu::tls_model("initial-exec")]] = 0;

}  // namespace

extern "C" {

[[gnu::visibility("hidden")]] void lull_begin_vfork() {
  if (children++ == 0) Measurement::rest_thread(true);
}

[[gnu::visibility("hidden")]] int lull_end_vfork(long result) {
  if (--children == 0) Measurement::rest_thread(false);
  if (result >= 0) return static_cast<int>(result);
  errno = static_cast<int>(-result);
  return -1;
}

asm(R"(
  .text
  .globl vfork
  .type vfork, @function
vfork:
  .cfi_startproc
  endbr64
  subq $8, %rsp
  .cfi_adjust_cfa_offset 8
  call lull_begin_vfork
  addq $8, %rsp
  .cfi_adjust_cfa_offset -8
  popq %rdi
  .cfi_adjust_cfa_offset -8
  .cfi_register %rip, %rdi
  movl $58, %eax
  syscall
  pushq %rdi
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset %rip, 0
  testl %eax, %eax
  je 1f
  subq $8, %rsp
  .cfi_adjust_cfa_offset 8
  movq %rax, %rdi
  call lull_end_vfork
  addq $8, %rsp
  .cfi_adjust_cfa_offset -8
1:
  ret
  .cfi_endproc
  .size vfork, .-vfork
)");
}

#endif
