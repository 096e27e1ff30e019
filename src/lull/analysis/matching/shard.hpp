// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// One part of the match table with its own matchers and patterns. Takes operations, has them joined
// into compound events, and publishes these. Used by one thread at a time; shards are independent
// of each other.
#pragma once

#include <vector>

#include "lull/analysis/matching/matcher.hpp"

namespace lull::analysis {

class Shard {
 public:
  // Shared by all shards, which they outlive.
  struct Surroundings {
    const ReplayContext& context;
    const Progress& progress;
    const MetricCatalogue& catalogue;
    const ChargeSetup& charges;
  };

  Shard(const Surroundings& surroundings, const MatcherFactory& matchers, PatternList patterns);

  // Sets the thread that works on this shard from now on.
  void work_for(WorkerResults& worker) { charges_.work_for(worker); }
  // Handles all mail of a slice. `outbox` takes operations for other shards.
  void handle(Mails mails, Outbox& outbox, Timestamp posted);
  void checkpoint(const Checkpoint& checkpoint, Outbox& outbox);
  // Called after the last operations.
  void finish(Outbox& outbox);
  // Called after the last mail.
  void end_trace(MatchingNotes& notes);

  // The charges of this shard.
  [[nodiscard]] ChargeSink& charges() { return charges_; }
  [[nodiscard]] const ChargeSink& charges() const { return charges_; }

 private:
  ChargeSink charges_;
  Bus bus_;
  PatternList patterns_;
  MatcherList matchers_;
  std::vector<bool> taken_;  // indexed by type of operation: whether a matcher takes it
};

}  // namespace lull::analysis
