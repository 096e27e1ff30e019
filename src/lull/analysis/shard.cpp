// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/shard.hpp"

#include <algorithm>
#include <utility>

namespace lull::analysis {

Shard::Shard(const ReplayContext& context, const MetricCatalogue& catalogue, PatternList patterns)
    : context_(context), bus_(catalogue), patterns_(std::move(patterns)), messages_(context, bus_) {
  for (const auto& pattern : patterns_) pattern->subscribe(bus_);
}

void Shard::handle(const Mail& mail, Outbox& outbox) {
  bus_.forward_to(outbox);
  messages_.take(mail.sends, outbox);
  messages_.take(mail.receives, outbox);
  for (const StoredMessage& message : mail.completed_sends) messages_.take_completed_send(message);
  for (const CollectiveOperationPart& part : mail.collectives) take(part);
  for (const LockOperation& operation : mail.locks) take(operation);
  for (const ParallelRegion& region : mail.parallel_regions) bus_.publish(region);
  mail.forwarded.for_each(
      [this](std::uint32_t type, const std::byte* bytes) { bus_.publish_bytes(type, bytes); });
  if (!mail.received.empty()) bus_.publish(MessagesReceived{mail.received});
}

void Shard::take(const CollectiveOperationPart& part) {
  const CollectiveKey key{part.communicator, part.kind, part.number};
  auto& parts = collectives_[key];
  if (parts.empty()) parts.reserve(part.size);
  parts.push_back(part);
  if (parts.size() < part.size) return;
  publish(key, parts);
  collectives_.erase(key);
}

void Shard::publish(const CollectiveKey& key, std::vector<CollectiveOperationPart>& parts) {
  ++complete_collectives_;
  if (key.kind == CollectiveKind::Scan) {
    const auto ranks = context_.ranks_of(key.communicator);
    std::ranges::sort(parts, {}, [&ranks](const CollectiveOperationPart& part) {
      const auto rank = ranks.find(part.process);
      return rank == ranks.end() ? kNoRank : rank->second;
    });
  }
  // Of an inter-communicator only one group knows the root's process.
  const auto root = std::ranges::find_if(
      parts, [](const CollectiveOperationPart& part) { return part.root.defined(); });
  bus_.publish(Collective{key.kind, key.communicator,
                          root == parts.end() ? ProcessId{} : root->root, parts});
}

void Shard::end_slice(Timestamp posted) {
  messages_.end_slice();
  bus_.publish(DeliveredUntil{std::min(posted, messages_.oldest_undelivered())});
}

// The n-th acquisition of a lock waits for the release of the acquisition before.
void Shard::take(const LockOperation& operation) {
  LockKey key{operation.process, operation.paradigm, operation.lock, operation.order};
  if (operation.release) {
    key.order += 1;
    const auto waiting = acquisitions_.find(key);
    if (waiting == acquisitions_.end()) {
      releases_.insert_or_assign(key, operation);
      return;
    }
    bus_.publish(LockHandover{operation, waiting->second});
    acquisitions_.erase(waiting);
    return;
  }
  const auto release = releases_.find(key);
  if (release == releases_.end()) {
    acquisitions_.insert_or_assign(key, operation);
    return;
  }
  bus_.publish(LockHandover{release->second, operation});
  releases_.erase(release);
}

void Shard::finish(MatchingNotes& notes, Outbox& outbox) {
  bus_.forward_to(outbox);
  messages_.finish(notes);
  notes.collectives += complete_collectives_;
  for (const auto& [key, parts] : collectives_) ++notes.incomplete_collectives[key.communicator];
}

}  // namespace lull::analysis
