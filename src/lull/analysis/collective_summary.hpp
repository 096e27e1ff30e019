// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A collective operation with members in several processes of the analysis: what these tell each
// other about it. Its size grows with the number of these processes, not with that of members: only
// members travel that the others may be compared with. Of scans all do.
#pragma once

#include <cstdint>
#include <vector>

#include "lull/analysis/operations.hpp"

namespace lull::analysis {

struct CollectiveKey {
  CommunicatorId communicator;
  CollectiveKind kind = CollectiveKind::Barrier;
  std::uint64_t number = 0;
  friend bool operator==(const CollectiveKey&, const CollectiveKey&) = default;

  struct Hash {
    std::size_t operator()(const CollectiveKey& key) const noexcept {
      return ((key.number * 31 + key.communicator.value) * 31 +
              static_cast<std::size_t>(key.kind)) *
             0x9E3779B97F4A7C15ull;
    }
  };
};

struct CollectiveSummary {
  CollectiveKey key;
  std::uint32_t size = 0;     // members that the operation has
  std::uint32_t members = 0;  // that it is about
  int from = 0;               // the process of the analysis that tells it
  bool complete = false;      // it is about all of them
  std::vector<CollectiveOperationPart> parts;
};

// Of these members of one operation those that others may be compared with: who began last, left
// first, began last of those that send, with the root and without; and the root.
[[nodiscard]] std::vector<CollectiveOperationPart> representatives(
    const std::vector<CollectiveOperationPart>& parts, CollectiveKind kind);

}  // namespace lull::analysis
