// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The archive's global definitions while they are written. One function writes each kind of
// definition: write_system(), write_regions(), ...
#pragma once

#include <otf2/otf2.h>

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "lull/recorder/assembly/merged/merged_definitions.hpp"

namespace lull::recorder {

// Throws Error (system) if a definition could not be written.
void expect_written(OTF2_ErrorCode code);

class DefinitionOutput {
 public:
  // `parts` are in the order of ranks: the n-th is process n.
  DefinitionOutput(OTF2_GlobalDefWriter* writer, std::span<const ProcessPart> parts,
                   const MergedDefinitions& all);

  [[nodiscard]] OTF2_GlobalDefWriter* writer() const { return writer_; }
  [[nodiscard]] std::span<const ProcessPart> parts() const { return parts_; }
  [[nodiscard]] const MergedDefinitions& all() const { return all_; }

  // Returns the number of the text; writes its definition when it is new.
  OTF2_StringRef string(const std::string& text);
  // Writes a new group of `members`.
  OTF2_GroupRef group(const std::string& name, OTF2_GroupType type, OTF2_Paradigm paradigm,
                      const std::vector<std::uint64_t>& members);
  // Return numbers for a new Cartesian grid and for each of its dimensions.
  OTF2_CartTopologyRef new_grid() { return grids_++; }
  OTF2_CartDimensionRef new_dimension() { return dimensions_++; }

 private:
  OTF2_GlobalDefWriter* writer_;
  std::span<const ProcessPart> parts_;
  const MergedDefinitions& all_;
  std::map<std::string, OTF2_StringRef> strings_;
  OTF2_GroupRef groups_ = 0;
  OTF2_CartTopologyRef grids_ = 0;
  OTF2_CartDimensionRef dimensions_ = 0;
};

}  // namespace lull::recorder
