// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/names/subprograms.hpp"

#include <dwarf.h>

#include <algorithm>
#include <cstddef>

namespace lull::recorder {
namespace {

void collect(Dwarf_Die parent, const std::string& module, std::vector<Subprogram>& found) {
  Dwarf_Die die{};
  for (int more = dwarf_child(&parent, &die); more == 0; more = dwarf_siblingof(&die, &die)) {
    const int tag = dwarf_tag(&die);
    if (tag == DW_TAG_subprogram) {
      Subprogram subprogram{.die = die, .module = module};
      Dwarf_Addr base = 0;
      for (std::ptrdiff_t next = 0;
           (next = dwarf_ranges(&die, next, &base, &subprogram.begin, &subprogram.end)) > 0;)
        found.push_back(subprogram);
    }
    const char* const name = tag == DW_TAG_module ? dwarf_diename(&die) : nullptr;
    if (dwarf_haschildren(&die) > 0) collect(die, name == nullptr ? module : name, found);
  }
}

}  // namespace

std::vector<Subprogram> subprograms_of(Dwarf_Die unit) {
  std::vector<Subprogram> found;
  collect(unit, "", found);
  std::ranges::sort(found, {}, &Subprogram::begin);
  return found;
}

}  // namespace lull::recorder
