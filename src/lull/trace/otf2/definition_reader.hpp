// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Reads an archive's definitions into Definitions. What is wrong in them (duplicates, references
// to nothing, members that do not exist) is put into Definitions::oddities, never fatal.
#pragma once

#include <otf2/otf2.h>

#include <string>
#include <vector>

#include "lull/trace/definitions.hpp"
#include "lull/trace/otf2/archive_files.hpp"
#include "lull/trace/otf2/reference_map.hpp"

namespace lull::otf2 {

// All global definitions. Throws Error (input) naming `archive` when they cannot be read.
void read_global_definitions(OTF2_Reader* reader, const std::string& archive,
                             Definitions& definitions, ReferenceMaps& maps);

struct LocalDefinitions {
  bool mapped = false;  // there are mapping tables, which the library keeps
  std::string damage;   // a sentence: without its mapping tables a location's events mean nothing
};

// The mapping tables and clock offsets of every location. A damaged local definition file is an
// oddity; a missing one is none.
[[nodiscard]] std::vector<LocalDefinitions> read_local_definitions(OTF2_Reader* reader,
                                                                   const ArchiveFiles& files,
                                                                   Definitions& definitions);

// Communicator members as locations, processes with their locations.
void resolve_definitions(Definitions& definitions, const ReferenceMaps& maps);

}  // namespace lull::otf2
