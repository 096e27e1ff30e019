// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The definitions of an assembled archive, written with the OTF2 library.
#pragma once

#include <otf2/otf2.h>

#include <cstdint>
#include <span>

#include "lull/recorder/assembly/definitions/definition_output.hpp"

namespace lull::recorder {

// Returns the resolution of the archive's clock.
[[nodiscard]] std::uint64_t ticks_per_second(std::span<const ProcessPart> parts);
// `parts` are in the order of ranks: the n-th is process n. Throws Error (system).
void write_definitions(OTF2_GlobalDefWriter* writer, std::span<const ProcessPart> parts,
                       const MergedDefinitions& all);
void write_regions(DefinitionOutput& output);
void write_communicators(DefinitionOutput& output);
// Writes teams.
void write_threads(DefinitionOutput& output);
// Writes the Cartesian topologies of communicators.
void write_process_grids(DefinitionOutput& output);
void write_process_graphs(DefinitionOutput& output);
void write_measures(DefinitionOutput& output);
// Writes windows for one-sided communication.
void write_windows(DefinitionOutput& output);
void write_files(DefinitionOutput& output);
// Writes the mapping tables and the clock of one location of process `rank`.
void write_local_definitions(OTF2_DefWriter* writer, const ProcessPart& part,
                             const MergedDefinitions& all, std::size_t rank);

}  // namespace lull::recorder
