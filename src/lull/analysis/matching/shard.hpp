// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// One part of the match table with matchers and patterns of its own. Takes operations, has them
// joined into compound events, and publishes these. Used by one thread at a time; shards share
// nothing.
#pragma once

#include <vector>

#include "lull/analysis/matching/matcher.hpp"

namespace lull::analysis {

class Shard {
 public:
  // What shards have in common; all of it outlives them.
  struct Surroundings {
    const ReplayContext& context;
    const Progress& progress;
    const MetricCatalogue& catalogue;
    const ChargeSetup& charges;
  };

  Shard(const Surroundings& surroundings, const MatcherFactory& matchers, PatternList patterns);

  // The thread that works on this shard from now on.
  void work_for(WorkerResults& worker) { charges_.work_for(worker); }
  // Handles all mail of a slice. `outbox` takes what goes on to other shards.
  void handle(Mails mails, Outbox& outbox, Timestamp posted);
  void checkpoint(const Checkpoint& checkpoint, Outbox& outbox);
  // After the last operations.
  void finish(Outbox& outbox);
  // After the last mail.
  void end_trace(MatchingNotes& notes);

  // What was charged.
  [[nodiscard]] ChargeSink& charges() { return charges_; }
  [[nodiscard]] const ChargeSink& charges() const { return charges_; }

 private:
  ChargeSink charges_;
  Bus bus_;
  PatternList patterns_;
  MatcherList matchers_;
  std::vector<bool> taken_;  // by type of operation: whether there is a matcher for it
};

}  // namespace lull::analysis
