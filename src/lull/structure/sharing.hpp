// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Detection of a structure by several processes. Each process has a share of the locations and
// keeps their grammars and loops. The facts that others need to know about a location (a few
// numbers and its damage) are exchanged as bytes. Then all processes call agree_on_main_loop() and
// find alike locations.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "lull/base/memory/packing.hpp"
#include "lull/structure/detection/alike.hpp"
#include "lull/structure/program_structure.hpp"

namespace lull::structure {

// Returns, indexed by location, true if the location belongs to the process. Shares are contiguous
// with about equal numbers of events; the result is the same on all processes.
[[nodiscard]] std::vector<bool> share_of(const Definitions& definitions, std::size_t process,
                                         std::size_t processes);

// Packs the locations that are mine. `signatures` are indexed by location.
[[nodiscard]] Bytes pack_facts(const ProgramStructure& program,
                               std::span<const Signature> signatures);
// Adds what another process packed for the same trace.
void add_facts(const Bytes& facts, ProgramStructure& program, std::span<Signature> signatures);

}  // namespace lull::structure
