// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A structure that several processes detect together. Each has a share of the locations and keeps
// their grammars and loops. What the others have to know of a location, a few numbers and its
// damage, travels as bytes; then all agree by agree_on_main_loop(), and know who is alike.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "lull/base/memory/packing.hpp"
#include "lull/structure/detection/alike.hpp"
#include "lull/structure/program_structure.hpp"

namespace lull::structure {

// By location: whether it is that process's. Neighbours together, with about as many events for
// each process; the same wherever it is computed.
[[nodiscard]] std::vector<bool> share_of(const Definitions& definitions, std::size_t process,
                                         std::size_t processes);

// Of the locations that are mine. `signatures` are by location.
[[nodiscard]] Bytes pack_facts(const ProgramStructure& program,
                               std::span<const Signature> signatures);
// What another process has packed, of the same trace.
void add_facts(const Bytes& facts, ProgramStructure& program, std::span<Signature> signatures);

}  // namespace lull::structure
