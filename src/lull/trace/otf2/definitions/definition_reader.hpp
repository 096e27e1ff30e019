// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Reads an archive's definitions into Definitions. What is wrong in them (duplicates, references
// to nothing, members that do not exist) is put into Definitions::oddities, never fatal.
#pragma once

#include <otf2/otf2.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "lull/trace/definitions/definitions.hpp"
#include "lull/trace/otf2/records/archive_files.hpp"
#include "lull/trace/otf2/records/local_maps.hpp"
#include "lull/trace/otf2/records/reference_map.hpp"

namespace lull::otf2 {

// All global definitions. Throws Error (input) naming `archive` when they cannot be read.
void read_global_definitions(OTF2_Reader* reader, const std::string& archive,
                             Definitions& definitions, ReferenceMaps& maps);

// Of one location.
struct LocalDefinitions {
  std::vector<ClockOffset> clock_offsets;
  bool missing = false;             // there is no file of them
  bool mapped = false;              // there are mapping tables, which the library keeps, too:
  std::shared_ptr<LocalMaps> maps;  // null: there are none
  std::uint64_t unknown = 0;        // records of a kind that is not known
  std::string damage;  // a sentence: without its mapping tables a location's events mean nothing
};

// By location, which the reader must have selected. A missing file is no damage by itself: what it
// means, only those know who know all locations.
[[nodiscard]] std::vector<LocalDefinitions> read_local_definitions(
    OTF2_Reader* reader, const ArchiveFiles& files, std::span<const Location> locations);

// Communicator members as locations, processes with their locations.
void resolve_definitions(Definitions& definitions, const ReferenceMaps& maps);

}  // namespace lull::otf2
