// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Definitions into the OTF2 library: the counterpart of definition_reader. Where Definitions has no
// details, as those of traces in memory, these are written with their neutral values.
#pragma once

#include <otf2/otf2.h>

#include <span>

#include "lull/trace/definitions/definitions.hpp"

namespace lull::otf2 {

// `events`: the number of events of each location, as written.
// Throws Error (system) when the library refuses a record.
void write_global_definitions(OTF2_GlobalDefWriter* writer, const Definitions& definitions,
                              const ClockProperties& clock, std::span<const std::uint64_t> events);

// The clock offsets of one location, of times that `origin` was taken off.
void write_local_definitions(OTF2_DefWriter* writer, std::span<const ClockOffset> offsets,
                             std::uint64_t origin);

}  // namespace lull::otf2
