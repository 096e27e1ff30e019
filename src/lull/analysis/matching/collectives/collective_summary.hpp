// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Summary of a collective operation with members in several processes of the analysis, which they
// send each other. Its size grows with the number of these processes, not of members: only members
// that others may be compared with travel; for scans, all of them.
#pragma once

#include <cstdint>
#include <vector>

#include "lull/analysis/events/operations.hpp"

namespace lull::analysis {

struct CollectiveSummary {
  CollectiveKey key;
  std::uint32_t size = 0;        // number of members of the operation
  std::uint32_t members = 0;     // number of members summarised
  std::int32_t from = 0;         // the sending process of the analysis
  bool complete = false;         // the summary covers all members
  std::uint32_t travelling = 0;  // number of members that follow

  [[nodiscard]] LocalRendezvous matched_at() const { return key.rendezvous(); }
};

// A member that follows the summary posted before it.
struct TravellingMember {
  CollectiveMember member;

  [[nodiscard]] LocalRendezvous matched_at() const { return member.matched_at(); }
};

// Keeps only the members that others may be compared with: the last to begin, the first to leave,
// the last senders to begin with and without the root, and the root. For an n-to-n operation, also
// the members that may be the first to leave among those that needed the last sender: one, or a few
// if members leave in another order than they began. For a scan, all.
void keep_representatives(std::vector<CollectiveMember>& members, CollectiveKind kind);

}  // namespace lull::analysis
