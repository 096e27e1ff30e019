// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Determines which members of a collective operation cannot leave it before others have begun it.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lull/analysis/distribution/outbox.hpp"
#include "lull/analysis/events/compound_event.hpp"

namespace lull::analysis {

// Calls use(from, to) for pairs in which `to` has ended, which it cannot do before `from` begins.
// If all members need each other, they are paired at distances of 1, 2, 4, ...: these n log n pairs
// imply nearly all others; or only at the distance with index `only`. `ranked` is a reusable
// buffer.
inline constexpr std::size_t kAllDistances = ~std::size_t{0};

template <class Use>
void for_each_bound(const Collective& operation, std::vector<const CollectiveMember*>& ranked,
                    Use&& use, std::size_t only = kAllDistances) {
  ranked.clear();
  for (const CollectiveMember& member : operation.members) ranked.push_back(&member);
  const bool is_scan = operation.kind == CollectiveKind::Scan;  // already sorted by rank
  if (!is_scan)
    std::ranges::sort(ranked, {}, [](const CollectiveMember* member) { return member->process; });
  const bool moves_data = is_scan || is_n_to_n(operation.kind) || has_root(operation.kind);
  const auto bound = [&](const CollectiveMember& from, const CollectiveMember& to) {
    if (&from != &to && to.ended && (!moves_data || (from.sent > 0 && to.received > 0)))
      use(from, to);
  };
  if (has_root(operation.kind)) {
    const auto root = std::ranges::find(ranked, operation.root, &CollectiveMember::process);
    if (root == ranked.end()) return;
    for (const CollectiveMember* member : ranked)
      if (operation.kind == CollectiveKind::AllToOne)
        bound(*member, **root);
      else
        bound(**root, *member);
    return;
  }
  const auto by_pair = [](const CollectiveMember* member) { return member->by_pair; };
  if (std::ranges::any_of(ranked, by_pair)) return;
  std::size_t number = 0;
  for (std::size_t distance = 1; distance < ranked.size(); distance *= 2) {
    if (only != kAllDistances && number++ != only) continue;
    for (std::size_t i = 0; i < ranked.size(); ++i) {
      if (is_scan && i + distance >= ranked.size()) break;
      const CollectiveMember& other = *ranked[(i + distance) % ranked.size()];
      bound(*ranked[i], other);
      if (!is_scan) bound(other, *ranked[i]);
    }
  }
}

// Returns which distances to examine: if there are very many operations, one for each, in turn.
[[nodiscard]] inline std::size_t distance_in_turn(const Collective& operation) {
  constexpr std::uint64_t kMany = 1U << 15U;  // number of pairs in a communicator's operations
  if (has_root(operation.kind) || operation.kind == CollectiveKind::Scan) return kAllDistances;
  const std::size_t members = operation.members.size();
  const auto distances = static_cast<std::size_t>(std::bit_width(members - 1));
  const std::uint64_t number = operation.members.front().number;
  if (members < 2 || number * members * distances < kMany) return kAllDistances;
  return number % Outbox::kShards % distances;  // each shard sees few pairs
}

}  // namespace lull::analysis
