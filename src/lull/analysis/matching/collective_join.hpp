// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Joins the parts of collective operations and publishes complete ones. When the analysis runs as
// several processes, one of them, which depends on the operation, hears from all that have members,
// and tells them when it is complete; each then publishes it for its own members. Two processes
// need no third: each tells the other one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lull/analysis/distribution/outbox.hpp"
#include "lull/analysis/matching/collective_summary.hpp"
#include "lull/analysis/matching/matching_notes.hpp"
#include "lull/analysis/matching/reused_map.hpp"
#include "lull/analysis/pattern.hpp"
#include "lull/analysis/replay/replay_context.hpp"

namespace lull::analysis {

class CollectiveJoin {
 public:
  CollectiveJoin(const ReplayContext& context, Bus& bus) : context_(context), bus_(bus) {}

  void take(const CollectiveOperationPart& part, Outbox& outbox);
  void take(const CollectiveSummary& summary, std::span<const CollectiveOperationPart> parts,
            Outbox& outbox);
  // After the last part: tells others about what is not complete here.
  void finish(Outbox& outbox);
  // After the last mail.
  void count(MatchingNotes& notes) const;

 private:
  using Parts = std::vector<CollectiveOperationPart>;
  // What is known in the one place about an operation.
  struct Gathered {
    std::uint32_t members = 0;
    std::vector<int> from;
    Parts parts;
    void clear() {
      members = 0;
      from.clear();
      parts.clear();
    }
  };

  [[nodiscard]] std::uint32_t expected_here(const CollectiveOperationPart& part) const;
  [[nodiscard]] int gatherer_of(const CollectiveKey& key) const;
  [[nodiscard]] CollectiveSummaries& mail_to(int rank, const CollectiveKey& key,
                                             Outbox& outbox) const;
  void tell(const CollectiveKey& key, const Parts& parts, Outbox& outbox);
  void gather(const CollectiveSummary& summary, std::span<const CollectiveOperationPart> parts,
              Outbox& outbox);
  void publish(const CollectiveKey& key, Parts& parts);
  [[nodiscard]] bool are_two() const {
    return context_.ownership != nullptr && context_.ownership->size == 2;
  }
  // Between two processes: what the other one said, and the operation if it is complete now.
  void hear(const CollectiveSummary& summary, std::span<const CollectiveOperationPart> others);
  bool publish_with(const CollectiveKey& key, Parts& own, std::uint32_t members,
                    std::span<const CollectiveOperationPart> others);

  const ReplayContext& context_;
  Bus& bus_;
  ReusedMap<CollectiveKey, Parts, CollectiveKey::Hash> parts_;
  ReusedMap<CollectiveKey, Gathered, CollectiveKey::Hash> gathered_;
  Parts told_;  // of one operation
  std::uint64_t complete_ = 0;
};

}  // namespace lull::analysis
