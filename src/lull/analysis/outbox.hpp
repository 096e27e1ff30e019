// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Operations on their way from the locations to the shards that match them. Each worker thread
// fills its own outbox; a shard drains its part of all of them. What belongs together always goes
// to the same shard: messages and completing calls to that of a process, collectives to that of
// (communicator, number), so a shard needs no lock.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "lull/analysis/compound_event.hpp"
#include "lull/analysis/operations.hpp"

namespace lull::analysis {

// A compound event on its way from one shard to another, whatever its type is.
inline constexpr std::size_t kForwardedBytes = 64;
struct ForwardedEvent {
  std::size_t type = 0;
  alignas(std::max_align_t) std::array<std::byte, kForwardedBytes> bytes;
};

struct Mail {
  std::vector<SendOperation> sends;
  std::vector<ReceiveOperation> receives;
  std::vector<CollectiveOperationPart> collectives;
  std::vector<LockOperation> locks;
  std::vector<ParallelRegion> parallel_regions;
  std::vector<Message> completed_sends;  // to the sender's shard, for calls with several operations

  std::vector<ForwardedEvent> forwarded;

  void clear() {
    forwarded.clear();
    sends.clear();
    receives.clear();
    collectives.clear();
    locks.clear();
    parallel_regions.clear();
    completed_sends.clear();
  }
};

class Outbox {
 public:
  explicit Outbox(std::size_t shards) : mail_(shards) {}

  Mail& to_process(ProcessId process) { return mail_[process.index() % mail_.size()]; }
  Mail& to_collective(CommunicatorId communicator, std::uint64_t number) {
    return mail_[(communicator.value * 31u + number) % mail_.size()];
  }
  Mail& to_shard(std::size_t shard) { return mail_[shard]; }

 private:
  std::vector<Mail> mail_;
};

}  // namespace lull::analysis
