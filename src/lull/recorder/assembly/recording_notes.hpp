// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Notes what processes did not record, and why, as archive properties
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

// `parts` are in the order of ranks. Returns only the properties that apply to at least one of
// them.
[[nodiscard]] ArchiveProperties recording_notes(std::span<const ProcessPart> parts,
                                                std::uint64_t ticks_per_second);

}  // namespace lull::recorder
