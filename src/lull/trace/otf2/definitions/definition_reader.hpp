// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Reads an archive's definitions into Definitions. Data defects (duplicates, undefined references,
// missing members) are added to Definitions::defects and are never fatal.
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

// Reads all global definitions. Throws Error (input) naming `archive` on failure.
void read_global_definitions(OTF2_Reader* reader, const std::string& archive,
                             Definitions& definitions, ReferenceMaps& maps);

// The local definitions of one location.
struct LocalDefinitions {
  std::vector<ClockOffset> clock_offsets;
  bool missing = false;             // there is no file
  bool mapped = false;              // there are mapping tables, which the library has, too
  std::shared_ptr<LocalMaps> maps;  // null: there are none
  std::uint64_t unknown = 0;        // records of an unknown kind
  std::string damage;  // a sentence; without the mapping tables the events are meaningless
};

// Returns one entry for each location, all of which must be selected in the reader. A missing file
// is not damage by itself; that depends on the other locations.
[[nodiscard]] std::vector<LocalDefinitions> read_local_definitions(
    OTF2_Reader* reader, const ArchiveFiles& files, std::span<const Location> locations);

// Resolves communicator members to locations, and lists the locations of processes.
void resolve_definitions(Definitions& definitions, const ReferenceMaps& maps);

}  // namespace lull::otf2
