#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Generates a recording wrapper for every function of an MPI library from its mpi.h.

usage: generate_wrappers.py --compiler MPICC --header FILE.h --library NAMES
                            [--functions FILE.hpp --wrappers FILE.cpp --fortran-wrappers FILE.cpp
                             --exported NAMES --fortran SUFFIX...]

The functions are those that mpi.h declares with a PMPI_ name. FILE.hpp lists them (enum Function
and their names). FILE.cpp defines for each lull_MPI_X, which calls record<Function::X>()
(wrapper.hpp) with the hook for X in hooks.hpp, and lull_PMPI_X for programs that define MPI_X
themselves. fortran_wrappers.py does the same for calls from Fortran. NAMES of --exported are the
functions that wrappers intercept, NAMES of --library are all PMPI_ functions. FILE.h is an mpi.h
whose constants are variables in a table (library.hpp), not in the library, since the recorder is
not linked to it.
"""
import argparse
import re
import subprocess
import sys

import fortran_wrappers

HEADERS = """#include <mpi.h>
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif
"""
NOT_WRAPPED = {
    "Pcontrol",  # has a variable number of arguments: pcontrol.hpp
    "Wtime", "Wtick",  # return no error code, and are used for timing
    "Aint_add", "Aint_diff",
    "Initialized", "Finalized",  # may be called at any time, by any code
}

COLLECTIVES = ("Allgather", "Allgatherv", "Allreduce", "Alltoall", "Alltoallv", "Alltoallw", "Barrier", "Bcast",
               "Exscan", "Gather", "Gatherv", "Neighbor_allgather", "Neighbor_allgatherv", "Neighbor_alltoall",
               "Neighbor_alltoallv", "Neighbor_alltoallw", "Reduce", "Reduce_scatter", "Reduce_scatter_block",
               "Scan", "Scatter", "Scatterv")
# Functions with hooks that older libraries lack, or have as extensions (MPIX_).
OPTIONAL = ["Comm_create_from_group", "Comm_idup_with_info", "Intercomm_create_from_groups", "Isendrecv",
            "Isendrecv_replace", "Precv_init", "Pready", "Pready_list", "Pready_range", "Psend_init", "Session_finalize", "Session_init"] + [
    name + "_init" for name in COLLECTIVES]


def c_name(name):
    return ("MPI" if name.startswith("X_") else "MPI_") + name


def meaning(name, functions):
    """Returns the function whose hook this one uses; None if it has its own."""
    if name.startswith("X_"):
        return name[2:]
    return name[:-2] if name.endswith("_c") and name[:-2] in functions else None


def preprocessed(compiler):
    text = subprocess.run([compiler, "-E", "-P", "-x", "c", "-"], input=HEADERS, capture_output=True, text=True,
                          check=True).stdout
    return re.sub(r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)", " ", text)


def declarations(compiler):
    """Returns (return type, parameters) of every PMPI_ and PMPIX_ function, by name, as declared in the library's
    headers; extension functions are called X_NAME."""
    text = re.sub(r"\s+", " ", preprocessed(compiler))
    found = {}
    for match in re.finditer(r"([A-Za-z_][A-Za-z_0-9 ]*?[ *]+)PMPI(?:_|(?=X_))([A-Za-z_0-9]+) ?\(([^;{]*)\) ?;", text):
        returned = re.sub(r"\b(extern|__\w+|ROMIO_\w+)\b", "", match.group(1)).strip()
        found.setdefault(match.group(2), (returned, match.group(3).strip()))
    return found


def split(parameters):
    """Splits the parameters at the commas of the outermost level."""
    parts, depth, current = [], 0, ""
    for c in parameters:
        depth += (c == "(") - (c == ")")
        if c == "," and depth == 0:
            parts.append(current.strip())
            current = ""
        else:
            current += c
    return [p for p in parts + [current.strip()] if p and p != "void"]


def name_of(parameter):
    """Returns the parameter's name; None if it has none."""
    function = re.search(r"\(\*\s*(\w+)\s*\)", parameter)
    if function:
        return function.group(1)
    plain = re.match(r".*?[\s*](\w+)\s*(?:\[[^\]]*\]\s*)*$", parameter)
    return plain.group(1) if plain and plain.group(1) not in ("int", "char", "long") else None


def named(parameters):
    """Returns the parameters, with names for parameters that have none."""
    return [part if name_of(part) else f"{part} argument{i}"
            for i, part in enumerate(split(parameters))]


def declaration(prefix, name, returned, parameters):
    return f"{returned} {prefix}{c_name(name)}({', '.join(named(parameters)) or 'void'})"


def wrapper(name, returned, parameters):
    """Returns the wrappers for MPI_X and PMPI_X."""
    names = [name_of(part) for part in named(parameters)]
    listed = ", ".join(names)
    arguments = "".join(f", {n}" for n in names)
    return (f"{declaration('lull_', name, returned, parameters)} {{\n"
            f"  auto* const next = next_function<Function::{name}>(P{c_name(name)});\n"
            f"  return record<Function::{name}>([&] {{ return next({listed}); }}{arguments});\n}}\n"
            f"{declaration('lull_P', name, returned, parameters)} {{\n"
            f"  calls_own_function = true;\n  return lull_{c_name(name)}({listed});\n}}\n")


def predefined_objects(compiler):
    """Returns the library's variables for predefined handles."""
    text = re.sub(r"\s+", " ", preprocessed(compiler))
    return sorted(set(re.findall(r"\bextern struct ompi_predefined_\w+ (ompi_\w+) ?(?:\[\d*\])? ?;", text)))


def write_header(path, note, objects):
    with open(path, "w", encoding="utf-8") as file:
        file.write(note + "#pragma once\n#pragma GCC system_header\n#include_next <mpi.h>\n")
        if objects:
            file.write("struct LullLibraryVariables {\n" + "".join(f"  void* {name};\n" for name in objects) + "};\n"
                       "extern \"C\" __attribute__((visibility(\"hidden\"))) LullLibraryVariables lull_library_variables;\n"
                       "#undef OMPI_PREDEFINED_GLOBAL\n"
                       "#define OMPI_PREDEFINED_GLOBAL(type, global) (static_cast<type>(lull_library_variables.global))\n")
        file.write("#define LULL_LIBRARY_VARIABLES " + " ".join(f'"{name}",' for name in objects) + "\n")


def usable(name, returned, parameters):
    if name.startswith("X_") and name[2:] not in OPTIONAL:
        return False
    if name in NOT_WRAPPED or returned != "int" or name.startswith("T_"):
        return False
    return "..." not in parameters and all(name_of(part) for part in named(parameters))


def write_functions(path, note, functions):
    with open(path, "w", encoding="utf-8") as file:
        file.write(note + "#pragma once\n#include <array>\n#include <cstdint>\n"
                   "namespace lull::recorder::mpi {\nenum class Function : std::uint16_t {\n")
        file.writelines(f"  {name},\n" for name in functions)
        missing = "".join(f"  {name},\n" for name in OPTIONAL if name not in functions)
        file.write(f"  Count,\n  // Not in this library:\n{missing}}};\n"
                   f"inline constexpr std::array<const char*, {len(functions)}> kFunctionNames{{\n")
        file.writelines(f'  "{c_name(name)}",\n' for name in functions)
        file.write("};\n// A function for large counts, or of an extension, has the meaning of the standard one.\n"
                   "constexpr Function meaning_of(Function function) {\n  switch (function) {\n")
        file.writelines(f"    case Function::{name}:\n      return Function::{meaning(name, functions)};\n"
                        for name in functions if meaning(name, functions))
        file.write("    default:\n      return function;\n  }\n}\n"
                   "}  // namespace lull::recorder::mpi\n")


def write_wrappers(arguments, note, found, functions):
    with open(arguments.wrappers, "w", encoding="utf-8") as file:
        file.write(note + HEADERS + '#include "lull/recorder/mpi/hooks/hooks.hpp"\n'
                   "using namespace lull::recorder::mpi;\n" 'extern "C" {\n')
        file.writelines(wrapper(name, *found[name]) for name in functions)
        file.write("}\n")
    of_c = [(c_name(name), f"lull_{c_name(name)}", f"next_functions[std::size_t(Function::{name})]")
            for name in functions] + [("MPI_Pcontrol", "lull_MPI_Pcontrol", "lull_next_pcontrol")]
    of_profiling = [(f"P{c_name(name)}", f"lull_P{c_name(name)}", "own_function") for name in functions]
    of_profiling += [("PMPI_Pcontrol", "lull_PMPI_Pcontrol", "lull_own_pcontrol")]
    with open(arguments.fortran_wrappers, "w", encoding="utf-8") as file:
        kinds = {name: [fortran_wrappers.kind_of(part, name_of(part))
                        for part in named(found[name][1])] for name in functions}
        file.write(note + HEADERS)
        of_fortran = fortran_wrappers.write(file, kinds.items(), arguments.fortran)
        file.write('extern "C" {\n')
        file.writelines(declaration(prefix, name, *found[name]) + ";\n"
                        for name in functions for prefix in ("lull_", "lull_P"))
        file.write("}\n")
        fortran_wrappers.write_table(file, of_c + of_profiling + of_fortran)
    with open(arguments.exported, "w", encoding="utf-8") as file:
        file.writelines(f"{name}\n" for name, _, _ in of_c + of_profiling + of_fortran)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--header", required=True)
    parser.add_argument("--library", required=True)
    parser.add_argument("--functions")
    parser.add_argument("--wrappers")
    parser.add_argument("--fortran-wrappers")
    parser.add_argument("--exported")
    parser.add_argument("--fortran", nargs="+", choices=("_", "_f08_"))
    arguments = parser.parse_args()
    found = declarations(arguments.compiler)
    functions = sorted(name for name, (r, p) in found.items() if usable(name, r, p))
    if "Send" not in functions or "Init" not in functions:
        sys.exit(f"generate_wrappers: {arguments.compiler} has no usable mpi.h")
    note = f"// Generated by generate_wrappers.py from the mpi.h of {arguments.compiler}.\n"
    write_header(arguments.header, note, predefined_objects(arguments.compiler))
    with open(arguments.library, "w", encoding="utf-8") as file:
        file.writelines(f"P{c_name(name)}\n" for name in sorted(found))
    if arguments.functions:
        write_functions(arguments.functions, note, functions)
        write_wrappers(arguments, note, found, functions)


if __name__ == "__main__":
    main()
