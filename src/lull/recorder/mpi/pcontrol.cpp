// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/mpi/pcontrol.hpp"

#include <mpi.h>

#include "lull/recorder/measurement/measurement.hpp"
#include "lull/recorder/system/kept_errno.hpp"

extern "C" {
#pragma GCC visibility push(hidden)
constinit std::atomic<void*> lull_next_pcontrol{nullptr};
constinit std::atomic<void*> lull_own_pcontrol{nullptr};
constinit std::atomic<void*> lull_next_pcontrol_fortran{nullptr};
constinit std::atomic<void*> lull_next_pcontrol_f08{nullptr};

void lull_switch_recording(int level) {
  const lull::recorder::KeptErrno kept;
  if (level == 0) lull::recorder::Measurement::instance().pause();
  if (level == 1) lull::recorder::Measurement::instance().resume();
}
void lull_switch_recording_fortran(const MPI_Fint* level) { lull_switch_recording(int(*level)); }
#pragma GCC visibility pop
}

// LULL_JUMP(wrapper, function that examines the level, next function)
#if defined(__x86_64__)
#define LULL_JUMP(name, look, next)                                                             \
  __asm__("  .text\n  .globl " name "\n  .hidden " name "\n  .hidden " look "\n  .hidden " next \
          "\n  .type " name ", @function\n" name                                                \
          ":\n  .cfi_startproc\n  subq $200, %rsp\n  .cfi_adjust_cfa_offset 200\n"              \
          "  movq %rax, 128(%rsp)\n  movq %rdi, 136(%rsp)\n  movq %rsi, 144(%rsp)\n"            \
          "  movq %rdx, 152(%rsp)\n  movq %rcx, 160(%rsp)\n  movq %r8, 168(%rsp)\n"             \
          "  movq %r9, 176(%rsp)\n  movaps %xmm0, (%rsp)\n  movaps %xmm1, 16(%rsp)\n"           \
          "  movaps %xmm2, 32(%rsp)\n  movaps %xmm3, 48(%rsp)\n"                                \
          "  movaps %xmm4, 64(%rsp)\n  movaps %xmm5, 80(%rsp)\n"                                \
          "  movaps %xmm6, 96(%rsp)\n  movaps %xmm7, 112(%rsp)\n"                               \
          "  call " look                                                                        \
          "\n"                                                                                  \
          "  movaps (%rsp), %xmm0\n  movaps 16(%rsp), %xmm1\n"                                  \
          "  movaps 32(%rsp), %xmm2\n  movaps 48(%rsp), %xmm3\n"                                \
          "  movaps 64(%rsp), %xmm4\n  movaps 80(%rsp), %xmm5\n"                                \
          "  movaps 96(%rsp), %xmm6\n  movaps 112(%rsp), %xmm7\n"                               \
          "  movq 128(%rsp), %rax\n  movq 136(%rsp), %rdi\n  movq 144(%rsp), %rsi\n"            \
          "  movq 152(%rsp), %rdx\n  movq 160(%rsp), %rcx\n  movq 168(%rsp), %r8\n"             \
          "  movq 176(%rsp), %r9\n  addq $200, %rsp\n  .cfi_adjust_cfa_offset -200\n"           \
          "  jmp *" next "(%rip)\n  .cfi_endproc\n  .size " name ", .-" name "\n")
#elif defined(__aarch64__)
#define LULL_JUMP(name, look, next)                                                             \
  __asm__("  .text\n  .globl " name "\n  .hidden " name "\n  .hidden " look "\n  .hidden " next \
          "\n  .type " name ", %function\n" name                                                \
          ":\n  .cfi_startproc\n  stp x29, x30, [sp, #-224]!\n"                                 \
          "  .cfi_def_cfa_offset 224\n  .cfi_offset x29, -224\n"                                \
          "  .cfi_offset x30, -216\n  mov x29, sp\n  stp x0, x1, [sp, #16]\n"                   \
          "  stp x2, x3, [sp, #32]\n  stp x4, x5, [sp, #48]\n"                                  \
          "  stp x6, x7, [sp, #64]\n  str x8, [sp, #80]\n  stp q0, q1, [sp, #96]\n"             \
          "  stp q2, q3, [sp, #128]\n  stp q4, q5, [sp, #160]\n"                                \
          "  stp q6, q7, [sp, #192]\n  bl " look                                                \
          "\n  ldp x0, x1, [sp, #16]\n"                                                         \
          "  ldp x2, x3, [sp, #32]\n  ldp x4, x5, [sp, #48]\n"                                  \
          "  ldp x6, x7, [sp, #64]\n  ldr x8, [sp, #80]\n  ldp q0, q1, [sp, #96]\n"             \
          "  ldp q2, q3, [sp, #128]\n  ldp q4, q5, [sp, #160]\n"                                \
          "  ldp q6, q7, [sp, #192]\n  ldp x29, x30, [sp], #224\n"                              \
          "  .cfi_def_cfa_offset 0\n  .cfi_restore x29\n  .cfi_restore x30\n"                   \
          "  adrp x16, " next "\n  ldr x16, [x16, :lo12:" next                                  \
          "]\n  br x16\n"                                                                       \
          "  .cfi_endproc\n  .size " name ", .-" name "\n")
#endif

LULL_JUMP("lull_MPI_Pcontrol", "lull_switch_recording", "lull_next_pcontrol");
LULL_JUMP("lull_PMPI_Pcontrol", "lull_switch_recording", "lull_own_pcontrol");
LULL_JUMP("lull_mpi_pcontrol_", "lull_switch_recording_fortran", "lull_next_pcontrol_fortran");
LULL_JUMP("lull_mpi_pcontrol_f08_", "lull_switch_recording_fortran", "lull_next_pcontrol_f08");
