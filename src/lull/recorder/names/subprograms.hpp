// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The functions with code in one compilation unit, wherever they are described: in namespaces,
// classes, modules, other functions.
#pragma once

#include <elfutils/libdw.h>

#include <string>
#include <vector>

namespace lull::recorder {

struct Subprogram {
  Dwarf_Addr begin = 0;  // start of a part of its code: a function that was split has several
  Dwarf_Addr end = 0;
  Dwarf_Die die{};
  std::string module;  // enclosing module, in Fortran
};

// Returns them sorted by address.
[[nodiscard]] std::vector<Subprogram> subprograms_of(Dwarf_Die unit);

}  // namespace lull::recorder
