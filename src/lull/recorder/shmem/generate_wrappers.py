#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Generates a recording wrapper for every function of an OpenSHMEM library from its pshmem.h.

usage: generate_wrappers.py --compiler OSHCC --functions FILE.hpp --wrappers FILE.cpp --exported NAMES

The functions are those that the header declares with a name of the profiling interface (pshmem_X,
pshmemx_X, pstart_pes, ...). FILE.hpp lists them (enum Function, and their names). FILE.cpp defines
for each lull_X, without the p, and lull_pX for programs that define X themselves: they call
record<Function::X>() (wrapper.hpp) with an operation (operations.hpp), determined by the name and the
order of parameters, which the standard fixes. NAMES are the functions that wrappers intercept.
"""
import argparse
import re
import subprocess
import sys

HEADERS = "#include <shmem.h>\n#include <pshmem.h>\n"
DEFAULT_CONTEXT = "lull_default_context: SHMEM_CTX_DEFAULT;\n"
NOT_WRAPPED = re.compile(  # queries without effect, called anywhere
    r"^(_?my_pe|_?n(um)?_pes|query_thread|(pe|addr)_accessible|ptr|info_.*|(clear|set)_cache.*|udcflush.*)$")
NUMBER_OF = {"p": "1", "g": "1"}
NAMED = {"barrier": "barrier", "sync": "sync_of"}
TRANSFER = re.compile(r"(i?)(put|get)(8|16|32|64|128|mem)?(_nbi)?$")
ATOMIC = re.compile(r"(?:atomic_)?(fetch_add|fadd|fetch_inc|finc|compare_swap|cswap|swap|fetch_and|fetch_or|"
                    r"fetch_xor|fetch|set|add|inc|and|or|xor)$")
ATOMIC_TYPES = {  # OTF2's type, and how many operands are sent and received
    "fetch_add": ("FETCH_AND_ADD", 1, 1), "fadd": ("FETCH_AND_ADD", 1, 1), "fetch_inc": ("FETCH_AND_INCREMENT", 0, 1),
    "finc": ("FETCH_AND_INCREMENT", 0, 1), "compare_swap": ("COMPARE_AND_SWAP", 2, 1),
    "cswap": ("COMPARE_AND_SWAP", 2, 1), "swap": ("SWAP", 1, 1), "add": ("ACCUMULATE", 1, 0), "inc": ("INCREMENT", 0, 0)}
COLLECTIVE = re.compile(r"(broadcast|f?collect|alltoalls?)(32|64)$|\w+_to_all$")
COLLECTIVES = {"broadcast": "BCAST", "collect": "ALLGATHERV", "fcollect": "ALLGATHER", "alltoall": "ALLTOALL",
               "alltoalls": "ALLTOALL"}


def headers_of(compiler):
    """Returns the preprocessed headers, and the library's definition of SHMEM_CTX_DEFAULT; None if it has none."""
    text = subprocess.run([compiler, "-std=c99", "-E", "-P", "-x", "c", "-"], input=HEADERS + DEFAULT_CONTEXT,
                          capture_output=True, text=True, check=True).stdout
    headers, default = text.rsplit("lull_default_context:", 1)
    default = default.strip().removesuffix(";").strip()
    return headers, None if default == "SHMEM_CTX_DEFAULT" else default


def declarations(text):
    """Returns (return type, parameters) by name without the p, as declared in the library's headers for C."""
    text = re.sub(r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)", " ", text)
    text = re.sub(r"\s+", " ", text)
    found = {}
    pattern = r"([A-Za-z_][A-Za-z_0-9 ]*?[ *]+)p(shmemx?_\w+|start_pes|sh(?:malloc|free|realloc|memalign)) ?\(([^;{]*)\) ?;"
    for match in re.finditer(pattern, text):
        returned = re.sub(r"\bextern\b", "", match.group(1)).strip()
        parameters = [part.strip() for part in match.group(3).split(",")]
        found.setdefault(match.group(2), (returned, [p for p in parameters if p and p != "void"]))
    return found


def name_of(parameter):
    plain = re.match(r".*?[\s*](\w+)\s*$", parameter)
    return plain.group(1) if plain else None


def active_set(names):
    """Returns the three parameters that define the active set."""
    first = names.index("PE_start")
    return "PeSet{%s}" % ", ".join(names[first:first + 3])


def transfer(short, context, names):
    """Returns the operation of a put or get, as a call of operations.hpp; None for other functions."""
    last = re.sub(r"^.*?_(?=[pg]$)", "", short)
    found = TRANSFER.search(short)
    if not found and last not in ("p", "g"):
        return None
    put = last == "p" or bool(found and found.group(2) == "put")
    at = names[0] if put or last == "g" else names[1]
    size = found.group(3) if found else None
    each = {None: f"sizeof(*{at})", "mem": "1"}.get(size) or str(int(size) // 8)
    number = NUMBER_OF.get(last, names[-2])
    way = "NonBlocking" if found and found.group(4) else "Blocking"
    kind = "Put" if put else "Get"
    strided = put and bool(found and found.group(1))
    extent = f", extent_of({number}, {names[2]}, {each})" if strided else ""
    return f"transfer({context}, Transfer::{kind}, Way::{way}, {at}, {number} * {each}, {names[-1]}{extent})"


def atomic(short, context, names):
    found = ATOMIC.search(short)
    if not found or names[-1] != "pe":
        return None
    operation = found.group(1)
    fetches = operation.startswith("fetch")
    kind, sent, received = ATOMIC_TYPES.get(
        operation, ("FETCH_AND_ACCUMULATE" if fetches else "ACCUMULATE", int(operation != "fetch"), int(fetches)))
    each = f"sizeof(*{names[0]})"
    return (f"atomic({context}, {names[0]}, OTF2_RMA_ATOMIC_TYPE_{kind}, {sent} * {each}, {received} * {each}, "
            f"{names[-1]})")


def collective(short, names):
    found = COLLECTIVE.search(short)
    if not found or "PE_start" not in names:
        return None
    kind, size = found.group(1), found.group(2)
    operation = COLLECTIVES.get(kind, "ALLREDUCE")
    first = names.index("PE_start")
    root = names[first - 1] if kind == "broadcast" else "kNoRoot"
    count = names[first - 2] if kind == "broadcast" else names[first - 1]
    each = f"sizeof(*{names[0]})" if size is None else str(int(size) // 8)
    return (f"collective(OTF2_COLLECTIVE_OP_{operation}, {active_set(names)}, {root}, "
            f"static_cast<std::uint64_t>({count}) * {each})")


def synchronisation(short, names):
    """Returns the operation of barriers, locks, waits, and completions of transfers."""
    if short in ("barrier", "sync"):
        return f"{NAMED[short]}({active_set(names)})"
    if short in ("barrier_all", "sync_all"):
        return f"{NAMED[short[:-4]]}(kAllPes)"
    if short in ("set_lock", "clear_lock", "test_lock"):
        return f"{short}({names[0]})"
    if re.search(r"(^|_)wait(_until)?$", short):
        return f"wait_for({names[0]})"
    if short == "quiet":
        return "quiet(kDefaultContext)"
    if short in ("ctx_quiet", "ctx_destroy"):
        return f"quiet(key_of({names[0]}, default_context()))"
    return None


def environment(short, names):
    if short in ("init", "init_thread", "start_pes"):
        return "Begin{}"
    if short == "finalize":
        return "End{}"
    if short == "global_exit":
        return "Exit{}"
    if short in ("malloc", "calloc", "align", "malloc_with_hint", "shmalloc", "shmemalign", "realloc", "shrealloc"):
        return "Allocation{}"
    return None


def operation_of(name, names):
    """Returns the function's operation, as an expression of its parameters; Plain{} if only enter and leave are
    recorded."""
    short = re.sub(r"^shmemx?_", "", name)
    first = synchronisation(short, names) or environment(short, names)
    if first:
        return first
    context = "kDefaultContext"
    if short.startswith("ctx_"):
        short, context, names = short[4:], f"key_of({names[0]}, default_context())", names[1:]
    if not names:
        return "Plain{}"
    return collective(short, names) or transfer(short, context, names) or atomic(short, context, names) or "Plain{}"


def wrapper(name, returned, parameters):
    names = [name_of(part) for part in parameters]
    listed = ", ".join(parameters) or "void"
    return (f"{returned} lull_{name}({listed}) {{\n"
            f"  auto* const next = next_function<Function::{name}, {returned}({', '.join(parameters)})>();\n"
            f"  return record<Function::{name}>([&] {{ return next({', '.join(names)}); }},\n"
            f"                          {operation_of(name, names)});\n}}\n"
            f"{returned} lull_p{name}({listed}) {{\n"
            f"  calls_own_function = true;\n  return lull_{name}({', '.join(names)});\n}}\n")


def default_context(value):
    """Returns a function for SHMEM_CTX_DEFAULT: a variable of the library, or an expression."""
    if re.fullmatch(r"[A-Za-z_]\w*", value or ""):
        value = f'*static_cast<shmem_ctx_t*>(library_variable<"{value}">())'
    else:
        value = f"shmem_ctx_t({value or 0})"
    return f"[[maybe_unused]] static shmem_ctx_t default_context() {{ return {value}; }}\n"


def table(functions):
    arrays = {"": "next_functions", "p": "own_functions"}
    wrapped = sorted((prefix + name, f"{arrays[prefix]}[std::size_t(Function::{name})]")
                     for prefix in arrays for name in functions)
    entries = "".join(f'    {{"{name}", reinterpret_cast<void*>(lull_{name}), &{following}}},\n'
                      for name, following in wrapped)
    return ("namespace lull::recorder::shmem {\nconst calls::Wrapper kWrappers[] = {\n" + entries +
            "};\nconst std::size_t kWrapperCount = std::size(kWrappers);\n}  // namespace lull::recorder::shmem\n")


def usable(name, parameters):
    return not NOT_WRAPPED.match(re.sub(r"^shmemx?_", "", name)) and all(name_of(part) for part in parameters)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--functions", required=True)
    parser.add_argument("--wrappers", required=True)
    parser.add_argument("--exported", required=True)
    arguments = parser.parse_args()
    headers, default = headers_of(arguments.compiler)
    found = declarations(headers)
    functions = sorted(name for name, (_, parameters) in found.items() if usable(name, parameters))
    if "shmem_barrier_all" not in functions or "shmem_long_put" not in functions:
        sys.exit(f"generate_wrappers: {arguments.compiler} has no usable pshmem.h")
    note = f"// Generated by generate_wrappers.py from the pshmem.h of {arguments.compiler}.\n"
    with open(arguments.functions, "w", encoding="utf-8") as file:
        file.write(note + "#pragma once\n#include <array>\n#include <cstdint>\n"
                   "namespace lull::recorder::shmem {\nenum class Function : std::uint16_t {\n")
        file.writelines(f"  {name},\n" for name in functions)
        file.write(f"  Count\n}};\ninline constexpr std::array<const char*, {len(functions)}> kFunctionNames{{\n")
        file.writelines(f'  "{name}",\n' for name in functions)
        file.write("};\n}  // namespace lull::recorder::shmem\n")
    with open(arguments.wrappers, "w", encoding="utf-8") as file:
        file.write(note + "#include <cstddef>\n#include <cstdint>\n"
                   '#include "lull/recorder/shmem/library.hpp"\n#include "lull/recorder/shmem/operations.hpp"\n'
                   '#include "lull/recorder/shmem/wrapper.hpp"\n'
                   "using namespace lull::recorder::shmem;\n"
                   "using shmem_ctx_t = void*;\n" 'extern "C" {\n')
        file.write(default_context(default))
        file.writelines(wrapper(name, *found[name]) for name in functions)
        file.write("}\n" + table(functions))
    with open(arguments.exported, "w", encoding="utf-8") as file:
        file.writelines(f"{name}\np{name}\n" for name in functions)


if __name__ == "__main__":
    main()
