// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/matching/collective_join.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace lull::analysis {
namespace {

using Parts = std::vector<CollectiveOperationPart>;
using Part = CollectiveOperationPart;

// Of inter-communicators only one group knows the root's process.
ProcessId root_of(const Parts& parts) {
  const auto root =
      std::ranges::find_if(parts, [](const Part& part) { return part.root.defined(); });
  return root == parts.end() ? ProcessId{} : root->root;
}

// Of an n-to-n operation: the receivers that may leave first of those that began before the last
// sender of all, which begins at `last_sender` or, somewhere else, later.
void choose_first_receivers(const Parts& parts, Timestamp last_sender,
                            std::vector<std::size_t>& chosen) {
  std::optional<std::size_t> first;
  std::vector<std::size_t> late;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].received == 0) continue;
    if (parts[i].begin >= last_sender)
      late.push_back(i);
    else if (!first || parts[i].end < parts[*first].end)
      first = i;
  }
  if (first) chosen.push_back(*first);
  std::ranges::sort(late, {},
                    [&](std::size_t i) { return std::pair(parts[i].begin, parts[i].end); });
  for (const std::size_t i : late) {
    if (first && parts[i].end >= parts[*first].end) continue;
    chosen.push_back(i);
    first = i;
  }
}

}  // namespace

void keep_representatives(Parts& parts, CollectiveKind kind) {
  if (kind == CollectiveKind::Scan) return;
  const ProcessId root = root_of(parts);
  // The last to begin: of all, of those that send, of these without the root; the first to leave;
  // the root; one that knows it.
  enum Role { Last, LastSender, LastOther, First, Root, KnowsRoot, kRoles };
  std::array<std::optional<std::size_t>, kRoles> roles;
  const auto choose = [&](Role role, std::size_t place, auto is_better) {
    if (!roles[role] || is_better(parts[place], parts[*roles[role]])) roles[role] = place;
  };
  const auto later = [](const Part& a, const Part& b) {
    return a.begin > b.begin || (a.begin == b.begin && a.end < b.end);
  };
  const auto earlier = [](const Part& a, const Part& b) { return a.end < b.end; };
  const auto never = [](const Part&, const Part&) { return false; };
  for (std::size_t i = 0; i < parts.size(); ++i) {
    choose(Last, i, later);
    choose(First, i, earlier);
    if (parts[i].sent > 0) choose(LastSender, i, later);
    if (parts[i].sent > 0 && parts[i].process != root) choose(LastOther, i, later);
    if (root.defined() && parts[i].process == root) choose(Root, i, never);
    if (parts[i].root.defined()) choose(KnowsRoot, i, never);
  }
  std::vector<std::size_t> chosen;
  for (const auto& role : roles)
    if (role) chosen.push_back(*role);
  if (kind == CollectiveKind::AllToAll)
    choose_first_receivers(parts, roles[LastSender] ? parts[*roles[LastSender]].begin : Timestamp{},
                           chosen);
  std::ranges::sort(chosen);
  const auto twice = std::ranges::unique(chosen);
  chosen.erase(twice.begin(), twice.end());
  for (std::size_t i = 0; i < chosen.size(); ++i) parts[i] = parts[chosen[i]];
  parts.resize(chosen.size());
}

// Members that have their parts here.
std::uint32_t CollectiveJoin::expected_here(const Part& part) const {
  const Ownership* const ownership = context_.ownership;
  if (ownership == nullptr) return part.size;
  if (part.communicator.defined()) return ownership->members[part.communicator.index()];
  return ownership->world;
}

int CollectiveJoin::gatherer_of(const CollectiveKey& key) const {
  return static_cast<int>((CollectiveKey::Hash()(key) >> 32) %
                          static_cast<std::size_t>(context_.ownership->size));
}

void CollectiveJoin::take(const Part& part, Outbox& outbox) {
  const CollectiveKey key{part.communicator, part.kind, part.number};
  Parts& parts = parts_[key];
  const std::uint32_t expected = expected_here(part);
  if (parts.empty()) parts.reserve(expected);
  parts.push_back(part);
  if (parts.size() < expected) return;
  if (expected < part.size) {
    tell(key, parts, outbox);
    if (const Gathered* const other = are_two() ? gathered_.find(key) : nullptr)
      if (publish_with(key, parts, other->members, other->parts)) gathered_.erase(key);
    return;
  }
  ++complete_;
  publish(key, parts);
  parts_.erase(key);
}

CollectiveSummaries& CollectiveJoin::mail_to(int rank, const CollectiveKey& key,
                                             Outbox& outbox) const {
  Mail& mail = rank == context_.ownership->self ? outbox.to_collective(key.communicator, key.number)
                                                : outbox.to_partner(rank);
  return mail.summaries;
}

void CollectiveJoin::tell(const CollectiveKey& key, const Parts& parts, Outbox& outbox) {
  told_.assign(parts.begin(), parts.end());
  keep_representatives(told_, key.kind);
  const auto members = static_cast<std::uint32_t>(parts.size());
  const int to = are_two() ? 1 - context_.ownership->self : gatherer_of(key);
  mail_to(to, key, outbox)
      .add({key, parts.front().size, members, context_.ownership->self, false}, told_);
}

void CollectiveJoin::take(const CollectiveSummary& summary, std::span<const Part> others,
                          Outbox& outbox) {
  if (are_two()) return hear(summary, others);
  if (!summary.complete) return gather(summary, others, outbox);
  Parts& parts = *parts_.find(summary.key);
  for (const Part& part : others) parts.push_back(part);
  bus_.charge_only(&context_.ownership->locations);
  publish(summary.key, parts);
  bus_.charge_only(nullptr);
  parts_.erase(summary.key);
}

void CollectiveJoin::hear(const CollectiveSummary& summary, std::span<const Part> others) {
  Parts* const own = parts_.find(summary.key);
  if (own != nullptr && publish_with(summary.key, *own, summary.members, others)) return;
  Gathered& other = gathered_[summary.key];
  other.members = summary.members;
  other.parts.assign(others.begin(), others.end());
}

bool CollectiveJoin::publish_with(const CollectiveKey& key, Parts& own, std::uint32_t members,
                                  std::span<const Part> others) {
  if (own.size() + members < own.front().size) return false;
  own.insert(own.end(), others.begin(), others.end());
  if (gatherer_of(key) == context_.ownership->self) ++complete_;
  bus_.charge_only(&context_.ownership->locations);
  publish(key, own);
  bus_.charge_only(nullptr);
  parts_.erase(key);
  return true;
}

void CollectiveJoin::gather(const CollectiveSummary& summary, std::span<const Part> parts,
                            Outbox& outbox) {
  const Ownership& ownership = *context_.ownership;
  Gathered& all = gathered_[summary.key];
  all.members += summary.members;
  all.from.push_back(summary.from);
  all.parts.insert(all.parts.end(), parts.begin(), parts.end());
  if (all.members < summary.size) return;
  keep_representatives(all.parts, summary.key.kind);
  ++complete_;
  for (const int rank : all.from) {
    CollectiveSummaries& mail = mail_to(rank, summary.key, outbox);
    mail.begin({summary.key, summary.size, all.members, ownership.self, true});
    for (const Part& part : all.parts)
      if (ownership.owner[part.process.index()] != rank) mail.add(part);
  }
  gathered_.erase(summary.key);
}

void CollectiveJoin::publish(const CollectiveKey& key, Parts& parts) {
  if (key.kind == CollectiveKind::Scan) {
    const auto ranks = context_.ranks_of(key.communicator);
    std::ranges::sort(parts, {}, [&ranks](const Part& part) {
      const auto rank = ranks.find(part.process);
      return rank == ranks.end() ? kNoRank : rank->second;
    });
  }
  bus_.publish(Collective{key.kind, key.communicator, root_of(parts), parts});
}

void CollectiveJoin::finish(Outbox& outbox) {
  if (context_.ownership == nullptr) return;
  for (const auto& [key, parts] : parts_)
    if (parts.size() < expected_here(parts.front())) tell(key, parts, outbox);
}

// An operation that others have members in is counted where it is gathered.
void CollectiveJoin::count(MatchingNotes& notes) const {
  notes.collectives += complete_;
  const auto counts = [this](const CollectiveKey& key) {
    return !are_two() || gatherer_of(key) == context_.ownership->self;
  };
  for (const auto& [key, gathered] : gathered_)
    if (counts(key)) ++notes.incomplete_collectives[key.communicator];
  for (const auto& [key, parts] : parts_)
    if (context_.ownership == nullptr || (are_two() && counts(key) && !gathered_.contains(key)))
      ++notes.incomplete_collectives[key.communicator];
}

}  // namespace lull::analysis
