// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Operations on their way from the locations to the shards that match them. Each worker thread
// fills its own outbox; a shard drains its part of all of them. What belongs together always goes
// to the same shard: messages and completing calls to that of a process, collectives to that of
// (communicator, number), so a shard needs no lock.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "lull/analysis/operations.hpp"
#include "lull/analysis/reused_list.hpp"

namespace lull::analysis {

// Compound events on their way from one shard to another, whatever their types are: each one's
// type and size, then its bytes.
class ForwardedEvents {
 public:
  template <class Event>
  void push(std::uint32_t type, const Event& event) {
    static_assert(std::is_trivially_copyable_v<Event>);
    struct Record {
      Header header;
      alignas(1) std::array<std::byte, sizeof(Event)> bytes;
    };
    const Record record{{type, sizeof(Event)},
                        std::bit_cast<std::array<std::byte, sizeof(Event)>>(event)};
    const auto* begin = reinterpret_cast<const std::byte*>(&record);
    bytes_.insert(bytes_.end(), begin, begin + sizeof(Header) + sizeof(Event));
  }

  // visit(type, bytes) for each, in order.
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::size_t at = 0; at < bytes_.size();) {
      Header header;
      std::memcpy(&header, bytes_.data() + at, sizeof header);
      visit(header.type, bytes_.data() + at + sizeof header);
      at += sizeof header + header.size;
    }
  }

  void clear() { bytes_.clear(); }

 private:
  struct Header {
    std::uint32_t type = 0;
    std::uint32_t size = 0;
  };
  std::vector<std::byte> bytes_;
};

struct Mail {
  ReusedList<SendOperation> sends;
  ReusedList<ReceiveOperation> receives;
  std::vector<CollectiveOperationPart> collectives;
  std::vector<LockOperation> locks;
  std::vector<ParallelRegion> parallel_regions;
  std::vector<StoredMessage>
      completed_sends;  // to the sender's shard, for calls with several operations

  std::vector<MessageReceived> received;  // to the sender's shard
  ForwardedEvents forwarded;

  void clear() {
    received.clear();
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
  // More shards than threads, so that uneven ones even out; a fixed number, so that nothing depends
  // on how many threads there are.
  static constexpr std::size_t kShards = 32;

  Mail& to_process(ProcessId process) { return mail_[process.index() % kShards]; }
  Mail& to_collective(CommunicatorId communicator, std::uint64_t number) {
    return mail_[(communicator.value * std::uint64_t{31} + number) % kShards];
  }
  Mail& to_shard(std::size_t shard) { return mail_[shard]; }

 private:
  std::vector<Mail> mail_ = std::vector<Mail>(kShards);
};

}  // namespace lull::analysis
