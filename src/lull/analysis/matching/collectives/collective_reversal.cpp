// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/matching/collectives/collective_reversal.hpp"

#include <algorithm>

namespace lull::analysis {
namespace {

Duration reversal_of_scan(std::span<const CollectiveMember> members) {
  Duration reversal;
  Timestamp last;
  for (const CollectiveMember& member : members) {
    if (member.received > 0) reversal = std::max(reversal, last - member.end);
    if (member.sent > 0) last = std::max(last, member.begin);
  }
  return reversal;
}

}  // namespace

Duration reversal_of(std::span<const CollectiveMember> members, CollectiveKind kind,
                     ProcessId root) {
  if (kind == CollectiveKind::Scan) return reversal_of_scan(members);
  if (std::ranges::any_of(members, &CollectiveMember::by_pair)) return {};
  const bool moves_data = is_n_to_n(kind) || has_root(kind);
  Timestamp last;
  Timestamp first = kEndOfTime;
  for (const CollectiveMember& member : members) {
    const bool is_root = member.process == root;
    const bool is_awaited = kind == CollectiveKind::OneToAll   ? is_root
                            : kind == CollectiveKind::AllToOne ? !is_root
                                                               : true;
    const bool waits = has_root(kind) ? !is_awaited : true;
    if (is_awaited && (!moves_data || member.sent > 0)) last = std::max(last, member.begin);
    if (waits && member.ended && (!moves_data || member.received > 0))
      first = std::min(first, member.end);
  }
  return first == kEndOfTime ? Duration{} : last - first;
}

}  // namespace lull::analysis
