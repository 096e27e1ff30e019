// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/collective_join.hpp"

#include <algorithm>
#include <utility>

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

bool is_of_threads(CollectiveKind kind) {
  return kind == CollectiveKind::ExplicitThreadBarrier ||
         kind == CollectiveKind::ImplicitThreadBarrier;
}

}  // namespace

std::vector<Part> representatives(const std::vector<Part>& parts, CollectiveKind kind) {
  if (kind == CollectiveKind::Scan) return parts;
  const ProcessId root = root_of(parts);
  std::vector<const Part*> chosen;
  // The first of those that count in this order.
  const auto choose = [&](auto counts, auto is_better) {
    const Part* best = nullptr;
    for (const Part& part : parts)
      if (counts(part) && (best == nullptr || is_better(part, *best))) best = &part;
    if (best != nullptr && std::ranges::find(chosen, best) == chosen.end()) chosen.push_back(best);
  };
  const auto later = [](const Part& a, const Part& b) { return a.begin > b.begin; };
  const auto always = [](const Part&) { return true; };
  const auto never = [](const Part&, const Part&) { return false; };
  choose(always, later);
  choose(always, [](const Part& a, const Part& b) { return a.end < b.end; });
  choose([](const Part& part) { return part.sent > 0; }, later);
  choose([&](const Part& part) { return part.sent > 0 && part.process != root; }, later);
  choose([&](const Part& part) { return root.defined() && part.process == root; }, never);
  choose([](const Part& part) { return part.root.defined(); }, never);
  std::vector<Part> copies;
  for (const Part* const part : chosen) copies.push_back(*part);
  return copies;
}

// Members that have their parts here.
std::uint32_t CollectiveJoin::expected_here(const Part& part) const {
  const Ownership* const ownership = context_.ownership;
  if (ownership == nullptr || is_of_threads(part.kind)) return part.size;
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
  if (expected < part.size) return tell(key, parts, outbox);
  ++complete_;
  publish(key, parts);
  parts_.erase(key);
}

void CollectiveJoin::send(const CollectiveSummary& summary, int to, int self, Outbox& outbox) {
  Mail& mail = to == self ? outbox.to_collective(summary.key.communicator, summary.key.number)
                          : outbox.to_partner(to);
  mail.summaries.push_back(summary);
}

void CollectiveJoin::tell(const CollectiveKey& key, const Parts& parts, Outbox& outbox) const {
  const int self = context_.ownership->self;
  send({key, parts.front().size, static_cast<std::uint32_t>(parts.size()), self, false,
        representatives(parts, key.kind)},
       gatherer_of(key), self, outbox);
}

void CollectiveJoin::take(const CollectiveSummary& summary, Outbox& outbox) {
  if (!summary.complete) return gather(summary, outbox);
  const auto mine = parts_.find(summary.key);
  Parts& parts = mine->second;
  for (const Part& part : summary.parts)
    if (!context_.ownership->is_mine(part.process)) parts.push_back(part);
  bus_.charge_only(&context_.ownership->locations);
  publish(summary.key, parts);
  bus_.charge_only(nullptr);
  parts_.erase(mine);
}

void CollectiveJoin::gather(const CollectiveSummary& summary, Outbox& outbox) {
  Gathered& all = gathered_[summary.key];
  all.members += summary.members;
  all.from.push_back(summary.from);
  all.parts.insert(all.parts.end(), summary.parts.begin(), summary.parts.end());
  all.parts = representatives(all.parts, summary.key.kind);
  if (all.members < summary.size) return;
  ++complete_;
  const CollectiveSummary complete{
      summary.key, summary.size, all.members, context_.ownership->self, true, std::move(all.parts)};
  for (const int rank : all.from) send(complete, rank, context_.ownership->self, outbox);
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
    if (!is_of_threads(key.kind) && parts.size() < expected_here(parts.front()))
      tell(key, parts, outbox);
}

// An operation that others have members in is counted where it is gathered.
void CollectiveJoin::count(MatchingNotes& notes) const {
  notes.collectives += complete_;
  for (const auto& [key, gathered] : gathered_) ++notes.incomplete_collectives[key.communicator];
  for (const auto& [key, parts] : parts_)
    if (context_.ownership == nullptr || is_of_threads(key.kind))
      ++notes.incomplete_collectives[key.communicator];
}

}  // namespace lull::analysis
