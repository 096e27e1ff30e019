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

// Of the archive's clock.
[[nodiscard]] std::uint64_t ticks_per_second(std::span<const ProcessPart> parts);
// `parts` in the order of ranks: the n-th is process n. Throws Error (system).
void write_definitions(OTF2_GlobalDefWriter* writer, std::span<const ProcessPart> parts,
                       const MergedDefinitions& all);
void write_regions(DefinitionOutput& output);
void write_communicators(DefinitionOutput& output);
// Teams.
void write_threads(DefinitionOutput& output);
// Of communicators that MPI has arranged in a grid.
void write_process_grids(DefinitionOutput& output);
void write_process_graphs(DefinitionOutput& output);
void write_measures(DefinitionOutput& output);
// Of one-sided communication.
void write_windows(DefinitionOutput& output);
void write_files(DefinitionOutput& output);
// Of one location of process `rank`: how its numbers are translated, and its clock.
void write_local_definitions(OTF2_DefWriter* writer, const ProcessPart& part,
                             const MergedDefinitions& all, std::size_t rank);

}  // namespace lull::recorder
