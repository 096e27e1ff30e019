// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Matches the two sides of communicators between worlds. Each side has noted what it knows: the
// names of the launcher or a port, the number of processes on each side, the time of the call.
// Sides that match several others equally well are not matched.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lull/recorder/journal/process_part.hpp"

namespace lull::recorder {

// The common name of a communicator, by world and by the name it has in that world.
using Bridges = std::map<std::pair<std::uint64_t, std::string>, std::string>;

// The worlds of `parts` must be known, and their ranks must be the ranks in the worlds. Marks the
// parts that have a communicator whose other side is not found.
[[nodiscard]] Bridges find_bridges(std::vector<ProcessPart>& parts);

}  // namespace lull::recorder
