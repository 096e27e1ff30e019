// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Determines who the members of a non-blocking collective operation wait for: as in a blocking
// operation, the last to begin among the members that they need.
#include <algorithm>

#include "lull/analysis/matching/collectives/collective_matcher.hpp"

namespace lull::analysis {

namespace {

const CollectiveMember* find_root(const Collective& operation) {
  const auto root =
      std::ranges::find(operation.members, operation.root, &CollectiveMember::process);
  return root == operation.members.end() ? nullptr : &*root;
}

// Calls use(member, awaited); members of scans are ordered by rank.
template <class Use>
void for_each_awaited(const Collective& operation, Use use) {
  const CollectiveMember* const root = find_root(operation);
  const CollectiveMember* last = nullptr;
  switch (operation.kind) {
    case CollectiveKind::OneToAll:
      for (const CollectiveMember& member : operation.members) {
        const bool waits = root != nullptr && root->sent > 0 && member.received > 0;
        use(member, waits && &member != root ? root : nullptr);
      }
      return;
    case CollectiveKind::AllToOne:
      last = operation.last_sender(root);
      for (const CollectiveMember& member : operation.members)
        use(member, &member == root && member.received > 0 ? last : nullptr);
      return;
    case CollectiveKind::Scan:
      for (const CollectiveMember& member : operation.members) {
        use(member, member.received > 0 ? last : nullptr);
        if (member.sent > 0 && (last == nullptr || last->begin < member.begin)) last = &member;
      }
      return;
    default: {
      const bool together = operation.kind == CollectiveKind::Barrier ||
                            operation.first_end() >= operation.last_begin();
      last = together ? &operation.last : operation.last_sender();
      for (const CollectiveMember& member : operation.members)
        use(member, together || member.received > 0 ? last : nullptr);
    }
  }
}

}  // namespace

void CollectiveMatcher::post_outcome(const CollectiveMember& member,
                                     const CollectiveMember* awaited) {
  if (!member.requested) return;
  if (context_.ownership != nullptr && !context_.ownership->is_mine(member.process)) return;
  CollectiveOutcome outcome;
  outcome.process = member.process;
  outcome.sequence = member.sequence;
  outcome.kind = member.kind;
  outcome.waits = awaited != nullptr && awaited->process != member.process;
  if (outcome.waits) outcome.awaited = awaited->call;
  bus_.outbox().post(outcome);
}

void CollectiveMatcher::post_outcomes(const Collective& operation) {
  for_each_awaited(operation, [this](const CollectiveMember& member, const CollectiveMember* by) {
    post_outcome(member, by);
  });
}

void CollectiveMatcher::post_no_outcomes(std::span<const CollectiveMember> members) {
  for (const CollectiveMember& member : members) post_outcome(member, nullptr);
}

}  // namespace lull::analysis
