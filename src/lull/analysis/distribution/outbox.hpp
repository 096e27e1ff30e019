// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Collects posted operations, sorted by destination. Each worker thread fills its own outbox; a
// shard drains its part of all of them. Operations that belong together always go to the same
// shard, so a shard needs no lock.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lull/analysis/distribution/mail.hpp"
#include "lull/analysis/distribution/ownership.hpp"

namespace lull::analysis {

class Outbox {
 public:
  // More shards than threads balance uneven loads; the fixed number makes results independent of
  // the number of threads.
  static constexpr std::size_t kShards = 32;

  Outbox() : Outbox(nullptr) {}
  // `ownership` is null for a single-process analysis; it must outlive the outbox.
  explicit Outbox(const Ownership* ownership)
      : ownership_(ownership),
        away_(ownership == nullptr ? 0 : static_cast<std::size_t>(ownership->size)),
        mail_(kShards) {}

  template <class Operation>
  void post(const Operation& operation) {
    next<Operation>(operation.matched_at()) = operation;
  }
  // Returns the place of an operation that is matched at `place`; the caller fills it in.
  template <class Operation, class Place>
  [[nodiscard]] Operation& next(Place place) {
    return to(place).template of<Operation>().add();
  }
  // Posts to another process of the analysis, which passes it on to where it is matched.
  template <class Operation>
  void post_to(int rank, const Operation& operation) {
    if (rank == ownership_->self) return post(operation);
    to_partner(rank).of<Operation>().add() = operation;
  }

  // Number of operations.
  [[nodiscard]] std::size_t size() const {
    std::size_t size = 0;
    for (const auto* mails : {&mail_, &away_})
      for (const Mail& mail : *mails) size += mail.size();
    return size;
  }
  [[nodiscard]] Mail& to_shard(std::size_t shard) { return mail_[shard]; }
  // The mail for another process of the analysis.
  [[nodiscard]] Mail& to_partner(int rank) {
    assert(rank >= 0 && static_cast<std::size_t>(rank) < away_.size());
    return away_[static_cast<std::size_t>(rank)];
  }

 private:
  [[nodiscard]] Mail& to(ProcessId process) {
    assert(process.defined());
    if (ownership_ != nullptr && !ownership_->is_mine(process)) [[unlikely]]
      return to_partner(ownership_->owner[process.index()]);
    return mail_[process.index() % kShards];
  }
  [[nodiscard]] Mail& to(LocalRendezvous place) { return mail_[place.key % kShards]; }
  [[nodiscard]] Mail& to(Rendezvous place) {
    if (ownership_ != nullptr) {
      const auto rank =
          static_cast<int>((place.key >> 32) % static_cast<std::uint64_t>(ownership_->size));
      if (rank != ownership_->self) return to_partner(rank);
    }
    return mail_[place.key % kShards];
  }

  const Ownership* ownership_ = nullptr;
  std::vector<Mail> away_;  // indexed by rank
  std::vector<Mail> mail_;  // indexed by shard
};

template <class Operation>
void OperationQueue<Operation>::post_packed(Unpacker& unpacker, Outbox& to) const {
  for (const Operation& operation : unpacker.get_span<Operation>()) to.post(operation);
}

}  // namespace lull::analysis
