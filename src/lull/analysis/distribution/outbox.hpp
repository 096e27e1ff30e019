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
#include <span>
#include <type_traits>
#include <vector>

#include "lull/analysis/distribution/ownership.hpp"
#include "lull/analysis/matching/collective_summary.hpp"
#include "lull/analysis/matching/reused_list.hpp"
#include "lull/analysis/operations.hpp"

namespace lull::analysis {

// Compound events on their way from one shard to another, whatever their types are: each one's
// type and size, then its bytes.
class ForwardedEvents {
 public:
  // To be published where the messages of `process` are.
  template <class Event>
  void push(ProcessId process, std::uint32_t type, const Event& event) {
    static_assert(std::is_trivially_copyable_v<Event>);
    struct Record {
      Header header;
      alignas(1) std::array<std::byte, sizeof(Event)> bytes;
    };
    const Record record{{process, type, sizeof(Event)},
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
  [[nodiscard]] const std::vector<std::byte>& bytes() const { return bytes_; }
  // add_to(process) says which list each of the events in `bytes`, those of another list, goes to.
  template <class AddTo>
  static void distribute(std::span<const std::byte> bytes, AddTo add_to) {
    while (!bytes.empty()) {
      Header header;
      std::memcpy(&header, bytes.data(), sizeof header);
      const std::size_t size = sizeof header + header.size;
      auto& list = add_to(header.process).bytes_;
      list.insert(list.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
      bytes = bytes.subspan(size);
    }
  }

 private:
  struct Header {
    ProcessId process;
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
  std::vector<ThreadBarrier> thread_barriers;
  std::vector<StoredMessage>
      completed_sends;  // to the sender's shard, for calls with several operations

  std::vector<MessageReceived> received;  // to the sender's shard
  ForwardedEvents forwarded;
  CollectiveSummaries summaries;  // between processes of the analysis

  void clear() {
    summaries.clear();
    received.clear();
    forwarded.clear();
    sends.clear();
    receives.clear();
    collectives.clear();
    locks.clear();
    parallel_regions.clear();
    thread_barriers.clear();
    completed_sends.clear();
  }
};

class Outbox {
 public:
  // More shards than threads, so that uneven ones even out; a fixed number, so that nothing depends
  // on how many threads there are.
  static constexpr std::size_t kShards = 32;

  Outbox() = default;
  // For an analysis as several processes; null: as one. It must outlive this.
  explicit Outbox(const Ownership* ownership) : ownership_(ownership) {
    if (ownership != nullptr) away_.resize(static_cast<std::size_t>(ownership->size));
  }

  Mail& to_process(ProcessId process) {
    if (ownership_ != nullptr && !ownership_->is_mine(process)) [[unlikely]]
      return to_partner(ownership_->owner[process.index()]);
    return mail_[process.index() % kShards];
  }
  Mail& to_collective(CommunicatorId communicator, std::uint64_t number) {
    return mail_[(communicator.value * std::uint64_t{31} + number) % kShards];
  }
  Mail& to_shard(std::size_t shard) { return mail_[shard]; }
  // What is for another process of the analysis.
  Mail& to_partner(int rank) { return away_[static_cast<std::size_t>(rank)]; }

 private:
  const Ownership* ownership_ = nullptr;
  std::vector<Mail> away_;  // by rank
  std::vector<Mail> mail_ = std::vector<Mail>(kShards);
};

}  // namespace lull::analysis
