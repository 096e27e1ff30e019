// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A collective operation with members in several processes of the analysis: what these tell each
// other about it. Its size grows with the number of these processes, not with that of members: only
// members travel that the others may be compared with. Of scans all do.
#pragma once

#include <cstdint>
#include <vector>

#include "lull/analysis/events/operations.hpp"

namespace lull::analysis {

struct CollectiveSummary {
  CollectiveKey key;
  std::uint32_t size = 0;        // members that the operation has
  std::uint32_t members = 0;     // that it is about
  std::int32_t from = 0;         // the process of the analysis that tells it
  bool complete = false;         // it is about all of them
  std::uint32_t travelling = 0;  // members that travel with it

  [[nodiscard]] LocalRendezvous matched_at() const { return key.rendezvous(); }
};

// A member that travels with the summary that was posted before it.
struct TravellingMember {
  CollectiveMember member;

  [[nodiscard]] LocalRendezvous matched_at() const { return member.matched_at(); }
};

// Keeps of these members of one operation those that others may be compared with: who began last,
// left first, began last of those that send, with the root and without; and the root. Of an n-to-n
// operation also those that may be the first to leave of all that needed the last sender: one, or a
// few where members leave in another order than they began. Of a scan, all.
void keep_representatives(std::vector<CollectiveMember>& members, CollectiveKind kind);

}  // namespace lull::analysis
