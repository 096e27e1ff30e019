# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Generates wrappers for calls from Fortran; part of generate_wrappers.py.

A Fortran function has the arguments of the C function, all as addresses, then the address of an
error code, then the lengths of strings. For each function there is mpi_x_, called by programs with
mpif.h and `use mpi`, and mpi_x_f08_, called by programs with `use mpi_f08`. A library function that
in turn calls the C function needs no wrapper: --fortran selects which are generated.
"""
import re

KINDS = {"Comm": "CommunicatorHandle", "Datatype": "TypeHandle", "Op": "OperatorHandle",
         "Group": "GroupHandle", "Request": "RequestHandle", "Win": "WindowHandle",
         "File": "FileHandle", "Message": "MessageHandle", "Info": "InfoHandle"}
NUMBERS = r"(int|MPI_Aint|MPI_Offset|MPI_Count)"
# Indices into arrays, by function: the argument that holds them, and the one with their count.
INDICES = {"Waitany": (2, "One"), "Testany": (2, "One"),
           "Waitsome": (3, "CountedBy<0>"), "Testsome": (3, "CountedBy<0>")}
# Hand-written (pcontrol.hpp): wrapper, target of its call.
PCONTROL = {"_": ("lull_mpi_pcontrol_", "lull_next_pcontrol_fortran"),
            "_f08_": ("lull_mpi_pcontrol_f08_", "lull_next_pcontrol_f08")}
# Arguments that only the C function has: the command line.
ONLY_IN_C = {"Init": 2, "Init_thread": 2}


def is_string(kind):
    """Returns whether it is a text or an array of texts, of which Fortran passes the length of each element."""
    return re.fullmatch(r"(const )?char(\*+|\*{0,2}\[\])", kind) is not None


def kind_of(part, name):
    """Returns the parameter's type, without its name."""
    kind = re.sub(r"\s+", " ", re.sub(rf"\b{name}\b", "", part))
    return re.sub(r" ?([*\[]) ?", r"\1", kind).strip()


def length_of(kinds):
    """Returns the class for the length of an array of handles or statuses."""
    if kinds[0] == "int":
        return "CountedBy<0>"
    return next((f"MembersOf<{i}>" for i, kind in enumerate(kinds) if kind == "MPI_Comm"), None)


def argument(name, kinds, i, place, length_place):
    """Returns the class (fortran_arguments.hpp) for an argument; None if no hook can use it."""
    kind = kinds[i].replace("const ", "")
    if name in INDICES and INDICES[name][0] == i:
        return f"Indices<{place}, {INDICES[name][1]}>"
    if re.fullmatch(NUMBERS, kind):
        return f"Value<{kind}, {place}>"
    if match := re.fullmatch(NUMBERS + r"(\*|\[\])", kind):
        return f"Numbers<{match.group(1)}, {place}>"
    if re.fullmatch(r"void\*", kind):
        return f"Buffer<{place}>"
    if re.fullmatch(r"char(\*|\[\])", kind):
        return f"Text<{place}, {length_place}>"
    if re.fullmatch(r"MPI_Status\*", kind):
        return f"Status<{place}>"
    if re.fullmatch(r"MPI_Status\[\]", kind) and (length := length_of(kinds)):
        return f"Statuses<{place}, {length}>"
    if match := re.fullmatch(r"MPI_(\w+)(\*|\[\])?", kind):
        handle = KINDS.get(match.group(1))
        if handle and match.group(2) is None:
            return f"Handle<{handle}, {place}>"
        if handle and match.group(2) == "*":
            return f"HandleAddress<{handle}, {place}>"
        if handle and (length := length_of(kinds)):
            return f"Handles<{handle}, {place}, {length}>"
    return None


def symbol_of(name, suffix):
    return f"mpi_{name.lower()}{suffix}"


def wrapper(name, kinds, suffix, number):
    """`kinds` are the types of the C function's parameters."""
    only_in_c = ONLY_IN_C.get(name, 0)
    count = len(kinds) - only_in_c
    strings = [i for i in range(only_in_c, len(kinds)) if is_string(kinds[i])]
    classes = []
    for i in range(len(kinds)):
        length_place = count + strings.index(i) if i in strings else None
        known = argument(name, kinds, i, i - only_in_c, length_place) if i >= only_in_c else None
        classes.append(known or ("Absent<void*>" if i >= only_in_c else f"Absent<{kinds[i]}>"))
    symbol = symbol_of(name, suffix)
    given = [f"a{i}" for i in range(count)]
    lengths = [f"length{i}" for i in range(len(strings))]
    types = ["void*"] * count + ["MPI_Fint*"] + ["std::size_t"] * len(strings)
    names = given + ["error"] + lengths
    parameters = ", ".join(f"{t} {n}" for t, n in zip(types, names))
    values = given + [f"reinterpret_cast<void*>({n})" for n in lengths]
    template = ", ".join([f"Function::{name}"] + classes)
    return (f"void lull_{symbol}({parameters}) {{\n"
            f"  void* given[] = {{{', '.join(values) or 'nullptr'}}};\n"
            f"  record_fortran<{template}>(\n"
            f"      given, error, HiddenCall<{count}, {len(lengths)}>"
            f"{{next_fortran[{number}].load(std::memory_order_relaxed), given}});\n}}\n")


def write(file, functions, suffixes):
    """Writes the wrappers. `functions`: (name, types of its parameters). `suffixes`: the
    suffixes of the symbols to generate. Returns the entries for write_table()."""
    wrapped = [(name, kinds, suffix) for name, kinds in functions for suffix in suffixes
               if not name.endswith("_c") and not name.startswith("X_")]  # large counts and extensions: in C only
    file.write('#include "lull/recorder/mpi/wrappers/fortran.hpp"\n#include "lull/recorder/mpi/library.hpp"\n'
               '#include "lull/recorder/mpi/pcontrol.hpp"\n'
               "using namespace lull::recorder::mpi;\n"
               f"static constinit std::array<std::atomic<void*>, {len(wrapped)}> next_fortran{{}};\n" 'extern "C" {\n')
    entries = []
    for number, (name, kinds, suffix) in enumerate(wrapped):
        file.write(wrapper(name, kinds, suffix, number))
        symbol = symbol_of(name, suffix)
        entries.append((symbol, f"lull_{symbol}", f"next_fortran[{number}]"))
        if suffix == "_":  # some compilers add a second underscore to such names
            entries.append((symbol + "_", f"lull_{symbol}", f"next_fortran[{number}]"))
    file.write("}\n")
    for suffix in suffixes:
        entries.append((symbol_of("pcontrol", suffix), *PCONTROL[suffix]))
        if suffix == "_":
            entries.append((symbol_of("pcontrol", suffix) + "_", *PCONTROL[suffix]))
    return entries


def write_table(file, entries):
    """`entries`: (name, wrapper, target of the wrapper's call)."""
    file.write("namespace lull::recorder::mpi {\nconst calls::Wrapper kWrappers[] = {\n")
    file.writelines(f'    {{"{name}", reinterpret_cast<void*>({function}), &{following}}},\n'
                    for name, function, following in sorted(entries))
    file.write("};\nconst std::size_t kWrapperCount = std::size(kWrappers);\n}  // namespace lull::recorder::mpi\n")
