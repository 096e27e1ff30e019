// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/matching/shard.hpp"

#include <algorithm>
#include <utility>

namespace lull::analysis {

Shard::Shard(const ReplayContext& context, const MetricCatalogue& catalogue, PatternList patterns)
    : bus_(catalogue),
      patterns_(std::move(patterns)),
      messages_(context, bus_),
      collectives_(context, bus_) {
  for (const auto& pattern : patterns_) pattern->subscribe(bus_);
}

void Shard::handle(const Mail& mail, Outbox& outbox) {
  bus_.forward_to(outbox);
  messages_.take(mail.sends, outbox);
  messages_.take(mail.receives, outbox);
  for (const StoredMessage& message : mail.completed_sends) messages_.take_completed_send(message);
  for (const CollectiveOperationPart& part : mail.collectives) collectives_.take(part, outbox);
  mail.summaries.for_each([&](const CollectiveSummary& summary, auto parts) {
    collectives_.take(summary, parts, outbox);
  });
  for (const LockOperation& operation : mail.locks) take(operation);
  for (const ParallelRegion& region : mail.parallel_regions) bus_.publish(region);
  for (const ThreadBarrier& barrier : mail.thread_barriers) bus_.publish(barrier);
  mail.forwarded.for_each(
      [this](std::uint32_t type, const std::byte* bytes) { bus_.publish_bytes(type, bytes); });
  if (!mail.received.empty()) bus_.publish(MessagesReceived{mail.received});
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
  collectives_.finish(outbox);
}

}  // namespace lull::analysis
