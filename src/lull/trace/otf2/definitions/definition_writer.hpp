// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Definitions into the OTF2 library: the counterpart of definition_reader. What Definitions does
// not keep (flags, types of attributes, details of I/O) is written with its neutral value.
#pragma once

#include <otf2/otf2.h>

#include <span>

#include "lull/trace/definitions.hpp"

namespace lull::otf2 {

// `events`: the number of events of each location, as written.
// Throws Error (system) when the library refuses a record.
void write_global_definitions(OTF2_GlobalDefWriter* writer, const Definitions& definitions,
                              const ClockProperties& clock, std::span<const std::uint64_t> events);

// The clock offsets of one location.
void write_local_definitions(OTF2_DefWriter* writer, std::span<const ClockOffset> offsets);

}  // namespace lull::otf2
