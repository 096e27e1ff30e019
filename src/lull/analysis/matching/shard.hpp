// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// One part of the match table with patterns of its own. Takes operations, joins them into compound
// events and publishes these. Used by one thread at a time; shards share nothing.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "lull/analysis/distribution/outbox.hpp"
#include "lull/analysis/matching/collective_join.hpp"
#include "lull/analysis/matching/message_matcher.hpp"
#include "lull/analysis/pattern.hpp"

namespace lull::analysis {

class Shard {
 public:
  Shard(const ReplayContext& context, const MetricCatalogue& catalogue, PatternList patterns);

  // Where single severities are counted from now on: Bus::count_in.
  void count_in(std::vector<SeverityHistogram>& histograms) { bus_.count_in(histograms); }
  // Handles all mail, which must live until end_slice(). `outbox` takes what goes on to other
  // shards.
  void handle(const Mail& mail, Outbox& outbox);
  // At the end of a slice of time: every send before `posted` has been posted.
  void end_slice(Timestamp posted);
  // After the last operations: publishes what waited for its turn, counts what never matched.
  void finish(MatchingNotes& notes, Outbox& outbox);
  // After the last mail.
  void end_trace(MatchingNotes& notes) {
    collectives_.count(notes);
    bus_.publish(EndOfTrace{});
  }

  // With what was charged.
  [[nodiscard]] const Bus& bus() const { return bus_; }
  [[nodiscard]] const SeverityTable& severities() const { return bus_.severities; }

 private:
  struct LockKey {
    ProcessId process;
    Paradigm paradigm;
    std::uint32_t lock = 0;
    std::uint32_t order = 0;
    friend auto operator<=>(const LockKey&, const LockKey&) = default;
  };

  void take(const LockOperation& operation);

  Bus bus_;
  PatternList patterns_;
  MessageMatcher messages_;
  CollectiveJoin collectives_;
  // Releases and acquisitions that wait for each other; at most a few per lock.
  std::map<LockKey, LockOperation> releases_;
  std::map<LockKey, LockOperation> acquisitions_;
};

}  // namespace lull::analysis
