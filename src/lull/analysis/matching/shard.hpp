// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// One part of the match table with matchers and patterns of its own. Takes operations, has them
// joined into compound events, and publishes these. Used by one thread at a time; shards share
// nothing.
#pragma once

#include <optional>
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
    const PathDirectory& paths;
  };

  Shard(const Surroundings& surroundings, const MatcherFactory& matchers, PatternList patterns);

  // Where single severities are counted from now on: Bus::count_in.
  void count_in(std::vector<SeverityHistogram>& histograms) { bus_.count_in(histograms); }
  // From now on, single charges are kept: Bus::keep_charges.
  void keep_charges(KeptCharges charges) { bus_.keep_charges(charges_ = std::move(charges)); }
  // From now on, it is told there when what is charged was, and between whom: Bus::chart_in.
  void chart_in(MapWindow* window, CommunicationMatrix* matrix) { bus_.chart_in(window, matrix); }
  // The matrix knows of all pairs then.
  void end_pairs() { bus_.pairs().hand_over(); }
  // From now on, what is charged is also split by iterations: Bus::split.
  void split(const IterationBorders& borders) { bus_.split(iterations_.emplace(borders)); }
  // From now on, what is charged is charged to who caused it, too: Bus::blame.
  void blame(const CausedWaiting& caused) { bus_.blame(caused); }
  // From now on, how uncertain times are is charged, too: Bus::weigh.
  void weigh(const ClockUncertainty& uncertainty) { bus_.weigh(uncertainty); }
  // From now on, what of charges lies outside of the focus is added up: Bus::cut. The borders must
  // outlive this, and so must what else charges.
  void cut(const FocusBorders& borders, const Definitions& definitions, const CausedWaiting& caused,
           const ClockUncertainty* uncertainty) {
    bus_.cut(outside_.emplace(borders, definitions, caused, uncertainty));
  }
  [[nodiscard]] std::optional<OutsideCharges>& outside() { return outside_; }
  [[nodiscard]] const std::optional<OutsideCharges>& outside() const { return outside_; }
  // Handles all mail of a slice. `outbox` takes what goes on to other shards.
  void handle(Mails mails, Outbox& outbox, Timestamp posted);
  void checkpoint(const Checkpoint& checkpoint, Outbox& outbox);
  // After the last operations.
  void finish(Outbox& outbox);
  // After the last mail.
  void end_trace(MatchingNotes& notes);

  // With what was charged.
  [[nodiscard]] const Bus& bus() const { return bus_; }
  [[nodiscard]] const SeverityTable& severities() const { return bus_.severities; }
  [[nodiscard]] const std::vector<Charge>& charges() const { return charges_.all(); }
  [[nodiscard]] const std::optional<IterationSeverities>& iterations() const { return iterations_; }

 private:
  KeptCharges charges_;
  std::optional<IterationSeverities> iterations_;
  std::optional<OutsideCharges> outside_;
  Bus bus_;
  PatternList patterns_;
  MatcherList matchers_;
  std::vector<bool> taken_;  // by type of operation: whether there is a matcher for it
};

}  // namespace lull::analysis
