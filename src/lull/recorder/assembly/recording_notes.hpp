// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What processes did not record, and why, as properties of the archive
// (lull/base/recording_properties.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lull/recorder/journal/process_part.hpp"

namespace lull::recorder {

using ArchiveProperties = std::vector<std::pair<std::string, std::string>>;

// `parts` in the order of ranks. Only what applies to any of them.
[[nodiscard]] ArchiveProperties recording_notes(std::span<const ProcessPart> parts,
                                                std::uint64_t ticks_per_second);

}  // namespace lull::recorder
