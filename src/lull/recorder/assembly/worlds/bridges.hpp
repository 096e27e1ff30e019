// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Which communicators between worlds are one. Each side has noted what it knows: what the launcher
// or a port is called, how many processes are on each side, when the call was made. Sides that fit
// to several others in the same way stay apart.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lull/recorder/journal/process_part.hpp"

namespace lull::recorder {

// What both sides of a communicator call it, by world and by what each calls it itself.
using Bridges = std::map<std::pair<std::uint64_t, std::string>, std::string>;

// `parts` know their worlds, and have the ranks of these. Marks those that have a communicator
// whose other side is not found.
[[nodiscard]] Bridges find_bridges(std::vector<ProcessPart>& parts);

}  // namespace lull::recorder
