// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Finds locations that behave alike. Two locations are alike if they make the same calls in the
// same loops; their messages are alike too if they have the same distances from the own rank
// (modulo the size of the communicator) and the same lengths. Tags are ignored: programs encode
// ranks in them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "lull/structure/detection/detection.hpp"

namespace lull::structure {

// Hashes of a location's behaviour; collisions are negligibly unlikely.
struct Signature {
  std::array<std::uint64_t, 2> calls{};
  std::array<std::uint64_t, 2> messages{};
};
// Indexed by location; only locations that are `mine` are filled in.
[[nodiscard]] std::vector<Signature> signatures_of(std::span<const LocationStructure> locations,
                                                   const std::vector<bool>& mine,
                                                   const Definitions& definitions);

struct Alikeness {
  // Indexed by location: the first location with the same calls.
  std::vector<std::uint32_t> calls;
  // Indexed by location: the first location that has the same messages, too.
  std::vector<std::uint32_t> messages;
};

[[nodiscard]] Alikeness alikeness(std::span<const Signature> signatures);

}  // namespace lull::structure
