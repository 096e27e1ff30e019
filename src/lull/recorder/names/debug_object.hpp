// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// One program or library with its debug information, read with elfutils' libdw. Addresses are
// offsets from its load address.
#pragma once

#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lull/recorder/names/code_names.hpp"
#include "lull/recorder/names/subprograms.hpp"

namespace lull::recorder {

class DebugObject {
 public:
  explicit DebugObject(const std::string& path);

  [[nodiscard]] CodeName function_at(std::uint64_t offset);
  [[nodiscard]] CodeLine line_at(std::uint64_t offset);
  [[nodiscard]] CodeLine line_in_function_at(std::uint64_t offset);

 private:
  // A part of a compilation unit's code.
  struct Range {
    Dwarf_Addr begin = 0;
    Dwarf_Addr end = 0;
    Dwarf_Die unit{};
  };
  struct Closer {
    void operator()(Dwfl* session) const { dwfl_end(session); }
  };

  void read_units();
  [[nodiscard]] Dwarf_Die* unit_at(Dwarf_Addr address);
  [[nodiscard]] const Subprogram* subprogram_at(Dwarf_Addr address);
  void describe(const Subprogram& found, Dwarf_Addr address, CodeName& name);

  std::unique_ptr<Dwfl, Closer> session_;
  Dwfl_Module* module_ = nullptr;  // null if the file cannot be read
  Dwarf_Addr start_ = 0;           // start of the module in the session
  Dwarf_Addr bias_ = 0;            // session's address - address in the debug information
  std::vector<Range> units_;       // sorted by address
  std::map<Dwarf_Off, std::vector<Subprogram>> subprograms_;  // only units that have been queried
};

// Returns the name in the source; the symbol itself if it is not a C++ name.
[[nodiscard]] std::string demangled(const std::string& symbol);

}  // namespace lull::recorder
