#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Generates jumps to the functions that recorders intercept.

usage: generate_stubs.py --processor PROCESSOR --exported FILE.cpp NAMES...
       generate_stubs.py --processor PROCESSOR --table FILE.cpp NAMES

NAMES are files with a name on each line. --exported: functions with these names, which find their targets at the first
call (stubs.hpp). --table: hidden functions with these names, which jump to the addresses in lull_library_functions[];
lull_library_names[] contains the names.
Jumps preserve registers and stack: a stub need not know the function's signature.
"""
import argparse
import sys

TYPE = {"x86_64": "@function", "aarch64": "%function"}
# Jumps to the address in a word of memory, with a fixed size. A thread that sees an address stored by another thread also
# sees all that this thread stored before.
JUMP = {"x86_64": "  jmp *{slot}(%rip)\n",
        "aarch64": "  adrp x16, {slot}\n  add x16, x16, :lo12:{slot}\n  ldar x16, [x16]\n  br x16\n"}
STUB_BITS = {"x86_64": 3, "aarch64": 4}
LAZY = {"x86_64": "  .p2align 4\n  pushq ${number}\n  jmp lull_first_call\n",
        "aarch64": "  .p2align 3\n  mov w17, #{number}\n  b lull_first_call\n"}
LAZY_BITS = {"x86_64": 4, "aarch64": 3}
# Saves all registers that may hold arguments, and calls lull_resolve for the target.
FIRST_CALL = {"x86_64": """lull_first_call:
  .cfi_startproc
  .cfi_adjust_cfa_offset 8
  pushq %rbp
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset rbp, 0
  movq %rsp, %rbp
  .cfi_def_cfa_register rbp
  subq $200, %rsp
  movq %rax, 128(%rsp)
  movq %rdi, 136(%rsp)
  movq %rsi, 144(%rsp)
  movq %rdx, 152(%rsp)
  movq %rcx, 160(%rsp)
  movq %r8, 168(%rsp)
  movq %r9, 176(%rsp)
  movq %r10, 184(%rsp)
  movaps %xmm0, (%rsp)
  movaps %xmm1, 16(%rsp)
  movaps %xmm2, 32(%rsp)
  movaps %xmm3, 48(%rsp)
  movaps %xmm4, 64(%rsp)
  movaps %xmm5, 80(%rsp)
  movaps %xmm6, 96(%rsp)
  movaps %xmm7, 112(%rsp)
  movl 8(%rbp), %edi
  movq 16(%rbp), %rsi
  call lull_resolve
  movq %rax, %r11
  movaps (%rsp), %xmm0
  movaps 16(%rsp), %xmm1
  movaps 32(%rsp), %xmm2
  movaps 48(%rsp), %xmm3
  movaps 64(%rsp), %xmm4
  movaps 80(%rsp), %xmm5
  movaps 96(%rsp), %xmm6
  movaps 112(%rsp), %xmm7
  movq 128(%rsp), %rax
  movq 136(%rsp), %rdi
  movq 144(%rsp), %rsi
  movq 152(%rsp), %rdx
  movq 160(%rsp), %rcx
  movq 168(%rsp), %r8
  movq 176(%rsp), %r9
  movq 184(%rsp), %r10
  leave
  .cfi_def_cfa rsp, 16
  addq $8, %rsp
  .cfi_adjust_cfa_offset -8
  jmp *%r11
  .cfi_endproc
  .globl dlsym
  .type dlsym, @function
dlsym:
  .cfi_startproc
  pushq %rdi
  .cfi_adjust_cfa_offset 8
  pushq %rsi
  .cfi_adjust_cfa_offset 8
  subq $8, %rsp
  .cfi_adjust_cfa_offset 8
  call lull_symbol
  addq $8, %rsp
  .cfi_adjust_cfa_offset -8
  popq %rsi
  .cfi_adjust_cfa_offset -8
  popq %rdi
  .cfi_adjust_cfa_offset -8
  testq %rax, %rax
  jnz 1f
  jmp *lull_next_dlsym(%rip)
1:
  cmpq $1, %rax
  jne 2f
  xorl %eax, %eax
2:
  ret
  .cfi_endproc
  .size dlsym, .-dlsym
""", "aarch64": """lull_first_call:
  .cfi_startproc
  stp x29, x30, [sp, #-224]!
  .cfi_def_cfa_offset 224
  .cfi_offset x29, -224
  .cfi_offset x30, -216
  mov x29, sp
  stp x0, x1, [sp, #16]
  stp x2, x3, [sp, #32]
  stp x4, x5, [sp, #48]
  stp x6, x7, [sp, #64]
  str x8, [sp, #80]
  stp q0, q1, [sp, #96]
  stp q2, q3, [sp, #128]
  stp q4, q5, [sp, #160]
  stp q6, q7, [sp, #192]
  mov w0, w17
  mov x1, x30
  bl lull_resolve
  mov x16, x0
  ldp x0, x1, [sp, #16]
  ldp x2, x3, [sp, #32]
  ldp x4, x5, [sp, #48]
  ldp x6, x7, [sp, #64]
  ldr x8, [sp, #80]
  ldp q0, q1, [sp, #96]
  ldp q2, q3, [sp, #128]
  ldp q4, q5, [sp, #160]
  ldp q6, q7, [sp, #192]
  ldp x29, x30, [sp], #224
  .cfi_def_cfa_offset 0
  .cfi_restore x29
  .cfi_restore x30
  br x16
  .cfi_endproc
  .globl dlsym
  .type dlsym, %function
dlsym:
  .cfi_startproc
  stp x29, x30, [sp, #-32]!
  .cfi_def_cfa_offset 32
  .cfi_offset x29, -32
  .cfi_offset x30, -24
  stp x0, x1, [sp, #16]
  bl lull_symbol
  mov x16, x0
  ldp x0, x1, [sp, #16]
  ldp x29, x30, [sp], #32
  .cfi_def_cfa_offset 0
  .cfi_restore x29
  .cfi_restore x30
  cbnz x16, 1f
  adrp x16, lull_next_dlsym
  ldr x16, [x16, :lo12:lull_next_dlsym]
  br x16
1:
  cmp x16, #1
  csel x0, xzr, x16, eq
  ret
  .cfi_endproc
  .size dlsym, .-dlsym
"""}


def stubs(names, processor, table, visibility):
    """Returns functions that jump to the addresses in the table, consecutive in memory."""
    text = f"  .p2align {STUB_BITS[processor]}\nlull_stubs:\n  .cfi_startproc\n"
    for i, name in enumerate(names):
        text += (f"  .p2align {STUB_BITS[processor]}\n  .{visibility} {name}\n  .type {name}, {TYPE[processor]}\n"
                 f"{name}:\n{JUMP[processor].format(slot=f'{table}+{8 * i}')}  .size {name}, .-{name}\n")
    return text + "  .cfi_endproc\n"


def assembly(text):
    return f'__asm__(R"lull(\n{text})lull");\n'


def exported(names, processor):
    text = "  .text\n" + stubs(names, processor, "lull_slots", "globl")
    text += f"  .p2align {LAZY_BITS[processor]}\nlull_lazy:\n"
    text += "".join(LAZY[processor].format(number=i) for i in range(len(names)))
    text += FIRST_CALL[processor]
    text += "  .data\n  .p2align 3\nlull_slots:\n"
    text += "".join(f"  .quad lull_lazy+{i << LAZY_BITS[processor]}\n" for i in range(len(names)))
    text += "".join(f"  .globl {name}\n  .hidden {name}\n" for name in ("lull_slots", "lull_stubs"))
    text += "".join(f"  .hidden {name}\n" for name in ("lull_resolve", "lull_symbol", "lull_next_dlsym"))
    places, place = [], 0
    for name in names:
        places.append(str(place))
        place += len(name) + 1
    return (assembly(text) + '#include "lull/recorder/calls/stubs.hpp"\nextern "C" {\n'
            f"const unsigned lull_stub_count = {len(names)};\n"
            f"const unsigned lull_stub_size = {1 << STUB_BITS[processor]};\n"
            f"const unsigned lull_name_places[] = {{{', '.join(places)}}};\n"
            "const char lull_names[] =\n" + "\n".join(f'    "{name}\\0"' for name in names) + ";\n}\n")


def table(names, processor):
    text = "  .text\n  .hidden lull_library_functions\n" + "".join(f"  .globl {name}\n" for name in names)
    text += stubs(names, processor, "lull_library_functions", "hidden")
    listed = "\n".join(f'    "{name}",' for name in names)
    return (assembly(text) + 'extern "C" {\n'
            f"extern const unsigned lull_library_function_count;\nextern const char* const lull_library_names[];\n"
            f"extern void* lull_library_functions[];\n"
            f"const unsigned lull_library_function_count = {len(names)};\n"
            f"const char* const lull_library_names[] = {{\n{listed}\n}};\nvoid* lull_library_functions[{len(names)}];\n}}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--processor", required=True, choices=sorted(JUMP))
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--exported")
    what.add_argument("--table")
    parser.add_argument("names", nargs="+")
    arguments = parser.parse_args()
    names = set()
    for path in arguments.names:
        with open(path, encoding="utf-8") as file:
            names.update(file.read().split())
    if not names:
        sys.exit("generate_stubs: there are no names")
    make, path = (exported, arguments.exported) if arguments.exported else (table, arguments.table)
    with open(path, "w", encoding="utf-8") as file:
        file.write("// Generated by generate_stubs.py.\n" + make(sorted(names), arguments.processor))


if __name__ == "__main__":
    main()
