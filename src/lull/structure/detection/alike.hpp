// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Which locations do the same. Two that make the same calls in the same loops are alike; they also
// send alike if their messages go as far from their own rank (a distance modulo the size of the
// communicator) and are as long. Tags do not count: programs put ranks into them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "lull/structure/detection/detection.hpp"

namespace lull::structure {

// What a location does, as hashes that nobody will see equal by accident.
struct Signature {
  std::array<std::uint64_t, 2> calls{};
  std::array<std::uint64_t, 2> messages{};
};
// By location; of those that are not `mine` it says nothing.
[[nodiscard]] std::vector<Signature> signatures_of(std::span<const LocationStructure> locations,
                                                   const std::vector<bool>& mine,
                                                   const Definitions& definitions);

struct Alikeness {
  std::vector<std::uint32_t> calls;     // by location: the first location that makes the same calls
  std::vector<std::uint32_t> messages;  // and sends and receives alike, too
};

[[nodiscard]] Alikeness alikeness(std::span<const Signature> signatures);

}  // namespace lull::structure
