// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Writes definitions through the OTF2 library: the counterpart of definition_reader. Where
// Definitions has no details, as for traces in memory, their neutral values are written.
#pragma once

#include <otf2/otf2.h>

#include <span>

#include "lull/trace/definitions/definitions.hpp"

namespace lull::otf2 {

// `events`: the number of events written for each location. Throws Error (system) when the library
// rejects a record.
void write_global_definitions(OTF2_GlobalDefWriter* writer, const Definitions& definitions,
                              const ClockProperties& clock, std::span<const std::uint64_t> events);

// Writes the clock offsets of one location, from whose times `origin` was subtracted.
void write_local_definitions(OTF2_DefWriter* writer, std::span<const ClockOffset> offsets,
                             std::uint64_t origin);

}  // namespace lull::otf2
