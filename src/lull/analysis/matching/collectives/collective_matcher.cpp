// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/matching/collectives/collective_matcher.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>
#include <utility>

#include "lull/analysis/matching/collectives/collective_reversal.hpp"
#include "lull/trace/definitions/worlds.hpp"

namespace lull::analysis {
namespace {

using Members = std::vector<CollectiveMember>;
using Member = CollectiveMember;

// If the communicator is an inter-communicator, only one group knows the root's process.
ProcessId root_of(const Members& members) {
  const auto root =
      std::ranges::find_if(members, [](const Member& member) { return member.root.defined(); });
  return root == members.end() ? ProcessId{} : root->root;
}

// Returns whether all members that name a root name the same one. If not, they have called
// different operations, and other members are missing.
bool agree_about_root(const Members& members, CollectiveKind kind) {
  if (!has_root(kind)) return true;
  const ProcessId root = root_of(members);
  return std::ranges::all_of(members, [root](const Member& member) {
    return !member.root.defined() || member.root == root;
  });
}

// For an n-to-n operation, chooses the receivers that may be the first to leave among those that
// began before the last sender, which begins at `last_sender` or, in another process of the
// analysis, later.
void choose_first_receivers(const Members& members, Timestamp last_sender,
                            std::vector<std::size_t>& chosen) {
  std::optional<std::size_t> first;
  std::vector<std::size_t> late;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (members[i].received == 0) continue;
    if (members[i].begin >= last_sender)
      late.push_back(i);
    else if (!first || members[i].end < members[*first].end)
      first = i;
  }
  if (first) chosen.push_back(*first);
  std::ranges::sort(late, {},
                    [&](std::size_t i) { return std::pair(members[i].begin, members[i].end); });
  for (const std::size_t i : late) {
    if (first && members[i].end >= members[*first].end) continue;
    chosen.push_back(i);
    first = i;
  }
}

}  // namespace

void keep_representatives(Members& members, CollectiveKind kind) {
  if (kind == CollectiveKind::Scan) return;
  const ProcessId root = root_of(members);
  // The last of all members, of the senders, and of the senders without the root to begin; the
  // first to leave; the root; two members that name it, with different roots if possible.
  enum Role { Last, LastSender, LastOther, First, Root, LowRoot, HighRoot, kRoles };
  std::array<std::optional<std::size_t>, kRoles> roles;
  const auto choose = [&](Role role, std::size_t place, auto is_better) {
    if (!roles[role] || is_better(members[place], members[*roles[role]])) roles[role] = place;
  };
  const auto never = [](const Member&, const Member&) { return false; };
  for (std::size_t i = 0; i < members.size(); ++i) {
    choose(Last, i, begins_later);
    choose(First, i, ends_earlier);
    if (members[i].sent > 0) choose(LastSender, i, begins_later);
    if (members[i].sent > 0 && members[i].process != root) choose(LastOther, i, begins_later);
    if (root.defined() && members[i].process == root) choose(Root, i, never);
    if (!members[i].root.defined()) continue;
    choose(LowRoot, i, [](const Member& a, const Member& b) { return a.root < b.root; });
    choose(HighRoot, i, [](const Member& a, const Member& b) { return b.root < a.root; });
  }
  std::vector<std::size_t> chosen;
  for (const auto& role : roles)
    if (role) chosen.push_back(*role);
  if (is_n_to_n(kind))
    choose_first_receivers(
        members, roles[LastSender] ? members[*roles[LastSender]].begin : Timestamp{}, chosen);
  std::ranges::sort(chosen);
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  for (std::size_t i = 0; i < chosen.size(); ++i) members[i] = members[chosen[i]];
  members.resize(chosen.size());
}

// Number of members that this process of the analysis owns.
std::uint32_t CollectiveMatcher::expected_here(const Member& member) const {
  const Ownership* const ownership = context_.ownership;
  if (ownership == nullptr) return member.size;
  if (member.communicator.defined()) return ownership->members[member.communicator.index()];
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
  return types_of<CollectiveMember, CollectiveSummary, TravellingMember>();
}

std::vector<const EventType*> CollectiveMatcher::publishes() const {
  return {event_type<Collective>(), event_type<RequestedCollective>()};
}

void CollectiveMatcher::take(Mails mails) {
  for_each_operation<Member>(mails, [this](const Member& member) { take(member); });
  if (context_.ownership == nullptr) return;
  for (const Mail* const mail : mails) {
    auto next = mail->of<TravellingMember>().begin();
    for (const CollectiveSummary& summary : mail->of<CollectiveSummary>()) {
      received_.clear();
      for (std::uint32_t i = 0; i < summary.travelling; ++i) received_.push_back((next++)->member);
      take(summary, received_);
    }
  }
}

void CollectiveMatcher::take(const Member& member) {
  const CollectiveKey key = member.key();
  assert(member.size > 0);
  if (progress_.given_up(key, member.size)) [[unlikely]]
    return post_no_outcomes({&member, 1});  // the operation has been counted
  Members& members = waiting_[key];
  const std::uint32_t expected = expected_here(member);
  if (members.empty()) members.reserve(expected);
  members.push_back(member);
  if (members.size() < expected) return;
  if (expected < member.size) {
    send_summary(are_two() ? 1 - context_.ownership->self : gatherer_of(key), key, members);
    if (const Gathered* const other = are_two() ? gathered_.find(key) : nullptr)
      if (publish_with(key, members, other->reported, other->members)) gathered_.erase(key);
    return;
  }
  publish(key, members, true);
  waiting_.erase(key);
}

void CollectiveMatcher::send_summary(int to, const CollectiveKey& key, const Members& members) {
  sent_.assign(members.begin(), members.end());
  keep_representatives(sent_, key.kind);
  Outbox& outbox = bus_.outbox();
  outbox.post_to(
      to,
      CollectiveSummary{key, members.front().size, static_cast<std::uint32_t>(members.size()),
                        context_.ownership->self, false, static_cast<std::uint32_t>(sent_.size())});
  for (const Member& member : sent_) outbox.post_to(to, TravellingMember{member});
}

void CollectiveMatcher::take(const CollectiveSummary& summary, std::span<const Member> others) {
  if (are_two()) return take_from_other(summary, others);
  if (!summary.complete) return gather(summary, others);
  Members* const members = waiting_.find(summary.key);
  assert(members != nullptr);
  for (const Member& member : others) members->push_back(member);
  publish_here(summary.key, *members, false);
  waiting_.erase(summary.key);
}

void CollectiveMatcher::take_from_other(const CollectiveSummary& summary,
                                        std::span<const Member> others) {
  Members* const own = waiting_.find(summary.key);
  if (own != nullptr && publish_with(summary.key, *own, summary.members, others)) return;
  Gathered& other = gathered_[summary.key];
  other.size = summary.size;
  other.reported = summary.members;
  other.members.assign(others.begin(), others.end());
}

void CollectiveMatcher::publish_here(const CollectiveKey& key, Members& members, bool counts) {
  const ChargeSink::Restriction own(bus_.charges(), context_.ownership->locations);
  publish(key, members, counts);
}

bool CollectiveMatcher::publish_with(const CollectiveKey& key, Members& own, std::uint32_t reported,
                                     std::span<const Member> others) {
  if (own.size() + reported < own.front().size) return false;
  own.insert(own.end(), others.begin(), others.end());
  publish_here(key, own, gatherer_of(key) == context_.ownership->self);
  waiting_.erase(key);
  return true;
}

void CollectiveMatcher::gather(const CollectiveSummary& summary, std::span<const Member> members) {
  Gathered& all = gathered_[summary.key];
  all.size = summary.size;
  all.reported += summary.members;
  all.from.push_back(summary.from);
  all.members.insert(all.members.end(), members.begin(), members.end());
  if (all.reported < summary.size) return;
  keep_representatives(all.members, summary.key.kind);
  count(summary.key, all.members);
  answer(summary.key, all);
  gathered_.erase(summary.key);
}

// Sends each process only the other processes' members.
void CollectiveMatcher::answer(const CollectiveKey& key, const Gathered& all) {
  const Ownership& ownership = *context_.ownership;
  Outbox& outbox = bus_.outbox();
  for (const int rank : all.from) {
    const auto is_others = [&](const Member& member) {
      return ownership.owner[member.process.index()] != rank;
    };
    const auto others = static_cast<std::uint32_t>(std::ranges::count_if(all.members, is_others));
    outbox.post_to(rank,
                   CollectiveSummary{key, all.size, all.reported, ownership.self, true, others});
    for (const Member& member : all.members)
      if (is_others(member)) outbox.post_to(rank, TravellingMember{member});
  }
}

void CollectiveMatcher::count(const CollectiveKey& key, Members& members) {
  if (!agree_about_root(members, key.kind)) {
    ++incomplete_[key.communicator];
    return;
  }
  ++complete_;
  if (key.requested) return;
  // MPI_Init of spawned processes does not wait for MPI_Init of other processes.
  if (!key.communicator.defined() && has_several_worlds(context_.definitions)) return;
  sort_by_rank(key, members);
  const Duration reversal = reversal_of(members, key.kind, root_of(members));
  if (reversal.ticks > 0) reversed_ += {1, reversal};
}

void CollectiveMatcher::sort_by_rank(const CollectiveKey& key, Members& members) const {
  if (key.kind != CollectiveKind::Scan) return;
  std::ranges::sort(members, {}, [&](const Member& member) {
    return context_.rank_of(key.communicator, member.process);
  });
}

void CollectiveMatcher::publish(const CollectiveKey& key, Members& members, bool counts) {
  const bool complete = agree_about_root(members, key.kind);
  if (counts) count(key, members);
  if (!complete) return post_no_outcomes(members);
  sort_by_rank(key, members);
  const Member& last = *std::ranges::max_element(
      members, [](const Member& a, const Member& b) { return begins_later(b, a); });
  const Collective operation{key.kind, key.communicator, root_of(members), members, last};
  if (!key.requested) return bus_.publish(operation);
  bus_.publish(RequestedCollective{operation});
  post_outcomes(operation);
}

// Members that are complete here have been sent earlier.
void CollectiveMatcher::give_up(const CollectiveKey& key, const Members& members) {
  post_no_outcomes(members);
  if (gathers(key))
    gathered_[key].size = members.front().size;
  else if (members.size() < expected_here(members.front()))
    send_summary(gatherer_of(key), key, members);
}

// All processes report at one checkpoint; the reports are counted at the next.
void CollectiveMatcher::checkpoint(const Checkpoint&) {
  std::vector<CollectiveKey> reported;
  for (const auto& [key, gathered] : gathered_)
    if (progress_.was_given_up(key, gathered.size)) reported.push_back(key);
  for (const CollectiveKey& key : reported) {
    if (gathers(key)) ++incomplete_[key.communicator];
    gathered_.erase(key);
  }
  std::vector<CollectiveKey> over;
  for (const auto& [key, members] : waiting_)
    if (progress_.given_up(key, members.front().size)) over.push_back(key);
  for (const CollectiveKey& key : over) {
    give_up(key, *waiting_.find(key));
    waiting_.erase(key);
  }
}

// Sends what is incomplete here; the reports are counted after the last mail.
void CollectiveMatcher::finish() {
  for (const auto& [key, members] : waiting_) give_up(key, members);
}

void CollectiveMatcher::add_to(MatchingNotes& notes) const {
  notes.collectives += complete_;
  notes.reversed_collectives += reversed_;
  for (const auto& [communicator, count] : incomplete_)
    notes.incomplete_collectives[communicator] += count;
  for (const auto& [key, gathered] : gathered_)
    if (gathers(key)) ++notes.incomplete_collectives[key.communicator];
}

std::unique_ptr<Matcher> match_collectives(const MatcherPlace& place) {
  return std::make_unique<CollectiveMatcher>(place);
}

}  // namespace lull::analysis
