// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Joins the parts of collective operations and publishes complete ones. When the analysis runs as
// several processes, one of them, which depends on the operation, hears from all that have members,
// and tells them when it is complete; each then publishes it for its own members.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "lull/analysis/collective_summary.hpp"
#include "lull/analysis/matching_notes.hpp"
#include "lull/analysis/outbox.hpp"
#include "lull/analysis/pattern.hpp"
#include "lull/analysis/replay_context.hpp"

namespace lull::analysis {

class CollectiveJoin {
 public:
  CollectiveJoin(const ReplayContext& context, Bus& bus) : context_(context), bus_(bus) {}

  void take(const CollectiveOperationPart& part, Outbox& outbox);
  void take(const CollectiveSummary& summary, Outbox& outbox);
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
  };

  [[nodiscard]] std::uint32_t expected_here(const CollectiveOperationPart& part) const;
  [[nodiscard]] int gatherer_of(const CollectiveKey& key) const;
  static void send(const CollectiveSummary& summary, int to, int self, Outbox& outbox);
  void tell(const CollectiveKey& key, const Parts& parts, Outbox& outbox) const;
  void gather(const CollectiveSummary& summary, Outbox& outbox);
  void publish(const CollectiveKey& key, Parts& parts);

  const ReplayContext& context_;
  Bus& bus_;
  std::unordered_map<CollectiveKey, Parts, CollectiveKey::Hash> parts_;
  std::unordered_map<CollectiveKey, Gathered, CollectiveKey::Hash> gathered_;
  std::uint64_t complete_ = 0;
};

}  // namespace lull::analysis
