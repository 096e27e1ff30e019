// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/matching/collective_matcher.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>
#include <tuple>
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

// Whether members agree about the root, as far as they name one; else they have called different
// operations, and others are missing.
bool agree_about_root(const Parts& parts, CollectiveKind kind) {
  if (kind != CollectiveKind::OneToAll && kind != CollectiveKind::AllToOne) return true;
  const ProcessId root = root_of(parts);
  return std::ranges::all_of(
      parts, [root](const Part& part) { return !part.root.defined() || part.root == root; });
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
  // the root; two that know it, different ones if there are.
  enum Role { Last, LastSender, LastOther, First, Root, LowRoot, HighRoot, kRoles };
  std::array<std::optional<std::size_t>, kRoles> roles;
  const auto choose = [&](Role role, std::size_t place, auto is_better) {
    if (!roles[role] || is_better(parts[place], parts[*roles[role]])) roles[role] = place;
  };
  // Of several that were last to begin, the first to leave, of the lowest location.
  const auto later = [](const Part& a, const Part& b) {
    return std::tuple(b.begin, a.end, a.call.location) <
           std::tuple(a.begin, b.end, b.call.location);
  };
  const auto earlier = [](const Part& a, const Part& b) {
    return std::pair(a.end, a.call.location) < std::pair(b.end, b.call.location);
  };
  const auto never = [](const Part&, const Part&) { return false; };
  for (std::size_t i = 0; i < parts.size(); ++i) {
    choose(Last, i, later);
    choose(First, i, earlier);
    if (parts[i].sent > 0) choose(LastSender, i, later);
    if (parts[i].sent > 0 && parts[i].process != root) choose(LastOther, i, later);
    if (root.defined() && parts[i].process == root) choose(Root, i, never);
    if (!parts[i].root.defined()) continue;
    choose(LowRoot, i, [](const Part& a, const Part& b) { return a.root < b.root; });
    choose(HighRoot, i, [](const Part& a, const Part& b) { return b.root < a.root; });
  }
  std::vector<std::size_t> chosen;
  for (const auto& role : roles)
    if (role) chosen.push_back(*role);
  if (kind == CollectiveKind::AllToAll)
    choose_first_receivers(parts, roles[LastSender] ? parts[*roles[LastSender]].begin : Timestamp{},
                           chosen);
  std::ranges::sort(chosen);
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  for (std::size_t i = 0; i < chosen.size(); ++i) parts[i] = parts[chosen[i]];
  parts.resize(chosen.size());
}

// Members that have their parts here.
std::uint32_t CollectiveMatcher::expected_here(const Part& part) const {
  const Ownership* const ownership = context_.ownership;
  if (ownership == nullptr) return part.size;
  if (part.communicator.defined()) return ownership->members[part.communicator.index()];
  return ownership->world;
}

int CollectiveMatcher::gatherer_of(const CollectiveKey& key) const {
  return static_cast<int>((key.hash() >> 32) %
                          static_cast<std::uint64_t>(context_.ownership->size));
}

bool CollectiveMatcher::gathers(const CollectiveKey& key) const {
  return context_.ownership == nullptr || gatherer_of(key) == context_.ownership->self;
}

OperationTypes CollectiveMatcher::takes() const {
  return types_of<CollectiveOperationPart, CollectiveSummary, TravellingPart>();
}

std::vector<const EventType*> CollectiveMatcher::publishes() const {
  return {event_type<Collective>()};
}

void CollectiveMatcher::take(Mails mails) {
  for_each_operation<Part>(mails, [this](const Part& part) { take(part); });
  if (context_.ownership == nullptr) return;
  for (const Mail* const mail : mails) {
    const TravellingPart* next = mail->of<TravellingPart>().begin();
    for (const CollectiveSummary& summary : mail->of<CollectiveSummary>()) {
      heard_.clear();
      for (std::uint32_t i = 0; i < summary.parts; ++i) heard_.push_back((next++)->part);
      take(summary, heard_);
    }
  }
}

void CollectiveMatcher::take(const Part& part) {
  const CollectiveKey key = part.key();
  assert(part.size > 0);
  if (progress_.given_up(key, part.size)) [[unlikely]]
    return;  // the operation is counted already
  Parts& parts = parts_[key];
  const std::uint32_t expected = expected_here(part);
  if (parts.empty()) parts.reserve(expected);
  parts.push_back(part);
  if (parts.size() < expected) return;
  if (expected < part.size) {
    tell(are_two() ? 1 - context_.ownership->self : gatherer_of(key), key, parts);
    if (const Gathered* const other = are_two() ? gathered_.find(key) : nullptr)
      if (publish_with(key, parts, other->members, other->parts)) gathered_.erase(key);
    return;
  }
  publish(key, parts, true);
  parts_.erase(key);
}

void CollectiveMatcher::tell(int to, const CollectiveKey& key, const Parts& parts) {
  told_.assign(parts.begin(), parts.end());
  keep_representatives(told_, key.kind);
  Outbox& outbox = bus_.outbox();
  outbox.post_to(
      to,
      CollectiveSummary{key, parts.front().size, static_cast<std::uint32_t>(parts.size()),
                        context_.ownership->self, false, static_cast<std::uint32_t>(told_.size())});
  for (const Part& part : told_) outbox.post_to(to, TravellingPart{part});
}

void CollectiveMatcher::take(const CollectiveSummary& summary, std::span<const Part> others) {
  if (are_two()) return hear(summary, others);
  if (!summary.complete) return gather(summary, others);
  Parts* const parts = parts_.find(summary.key);
  assert(parts != nullptr);
  for (const Part& part : others) parts->push_back(part);
  bus_.charge_only(&context_.ownership->locations);
  publish(summary.key, *parts, false);
  bus_.charge_only(nullptr);
  parts_.erase(summary.key);
}

void CollectiveMatcher::hear(const CollectiveSummary& summary, std::span<const Part> others) {
  Parts* const own = parts_.find(summary.key);
  if (own != nullptr && publish_with(summary.key, *own, summary.members, others)) return;
  Gathered& other = gathered_[summary.key];
  other.size = summary.size;
  other.members = summary.members;
  other.parts.assign(others.begin(), others.end());
}

bool CollectiveMatcher::publish_with(const CollectiveKey& key, Parts& own, std::uint32_t members,
                                     std::span<const Part> others) {
  if (own.size() + members < own.front().size) return false;
  own.insert(own.end(), others.begin(), others.end());
  bus_.charge_only(&context_.ownership->locations);
  publish(key, own, gatherer_of(key) == context_.ownership->self);
  bus_.charge_only(nullptr);
  parts_.erase(key);
  return true;
}

void CollectiveMatcher::gather(const CollectiveSummary& summary, std::span<const Part> parts) {
  Gathered& all = gathered_[summary.key];
  all.size = summary.size;
  all.members += summary.members;
  all.from.push_back(summary.from);
  all.parts.insert(all.parts.end(), parts.begin(), parts.end());
  if (all.members < summary.size) return;
  keep_representatives(all.parts, summary.key.kind);
  count(summary.key, agree_about_root(all.parts, summary.key.kind));
  answer(summary.key, all);
  gathered_.erase(summary.key);
}

// Nobody gets its own members back.
void CollectiveMatcher::answer(const CollectiveKey& key, const Gathered& all) {
  const Ownership& ownership = *context_.ownership;
  Outbox& outbox = bus_.outbox();
  for (const int rank : all.from) {
    const auto is_others = [&](const Part& part) {
      return ownership.owner[part.process.index()] != rank;
    };
    const auto others = static_cast<std::uint32_t>(std::ranges::count_if(all.parts, is_others));
    outbox.post_to(rank,
                   CollectiveSummary{key, all.size, all.members, ownership.self, true, others});
    for (const Part& part : all.parts)
      if (is_others(part)) outbox.post_to(rank, TravellingPart{part});
  }
}

void CollectiveMatcher::count(const CollectiveKey& key, bool complete) {
  if (complete)
    ++complete_;
  else
    ++incomplete_[key.communicator];
}

void CollectiveMatcher::publish(const CollectiveKey& key, Parts& parts, bool counts) {
  const bool complete = agree_about_root(parts, key.kind);
  if (counts) count(key, complete);
  if (!complete) return;
  const auto rank = [&](const Part& part) {
    return context_.rank_of(key.communicator, part.process);
  };
  if (key.kind == CollectiveKind::Scan) std::ranges::sort(parts, {}, rank);
  const Part& last = *std::ranges::max_element(parts, [](const Part& a, const Part& b) {
    return std::tuple(a.begin, b.end, b.call.location) <
           std::tuple(b.begin, a.end, a.call.location);
  });
  bus_.publish(Collective{key.kind, key.communicator, root_of(parts), parts, last});
}

// What was complete here has been told before.
void CollectiveMatcher::give_up(const CollectiveKey& key, const Parts& parts) {
  if (gathers(key))
    gathered_[key].size = parts.front().size;
  else if (parts.size() < expected_here(parts.front()))
    tell(gatherer_of(key), key, parts);
}

// All tell at one checkpoint, and what was told is counted at the next.
void CollectiveMatcher::checkpoint(const Checkpoint&) {
  std::vector<CollectiveKey> told;
  for (const auto& [key, gathered] : gathered_)
    if (progress_.was_given_up(key, gathered.size)) told.push_back(key);
  for (const CollectiveKey& key : told) {
    if (gathers(key)) ++incomplete_[key.communicator];
    gathered_.erase(key);
  }
  std::vector<CollectiveKey> over;
  for (const auto& [key, parts] : parts_)
    if (progress_.given_up(key, parts.front().size)) over.push_back(key);
  for (const CollectiveKey& key : over) {
    give_up(key, *parts_.find(key));
    parts_.erase(key);
  }
}

// Others are told about what is not complete here; what all told is counted after the last mail.
void CollectiveMatcher::finish() {
  for (const auto& [key, parts] : parts_) give_up(key, parts);
}

void CollectiveMatcher::add_to(MatchingNotes& notes) const {
  notes.collectives += complete_;
  for (const auto& [communicator, count] : incomplete_)
    notes.incomplete_collectives[communicator] += count;
  for (const auto& [key, gathered] : gathered_)
    if (gathers(key)) ++notes.incomplete_collectives[key.communicator];
}

std::unique_ptr<Matcher> match_collectives(const MatcherPlace& place) {
  return std::make_unique<CollectiveMatcher>(place);
}

}  // namespace lull::analysis
