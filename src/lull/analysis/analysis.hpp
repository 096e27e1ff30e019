// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The analysis of a trace: replays all processes in slices of time on all threads, matches what
// they post, lets the patterns search, and holds the result until a report is made of it. Results
// do not depend on the number of threads nor on the size of the slices.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lull/analysis/matching_notes.hpp"
#include "lull/analysis/metric_catalogue.hpp"
#include "lull/analysis/oddities.hpp"
#include "lull/analysis/outbox.hpp"
#include "lull/analysis/pattern.hpp"
#include "lull/analysis/process_replay.hpp"
#include "lull/analysis/replay_context.hpp"
#include "lull/analysis/shard.hpp"
#include "lull/analysis/worker_pool.hpp"
#include "lull/trace/cursor.hpp"

namespace lull::analysis {

struct AnalysisOptions {
  unsigned threads = 1;
  std::uint64_t slice_events = 1u << 16;               // aimed at; fewer events need less memory
  std::size_t open_locations = 128;                    // up to so many, all files stay open
  std::function<void(std::uint64_t events)> progress;  // called between slices; may be empty
};

class Analysis {
 public:
  // `trace` must outlive this. Times are taken as they are: see CorrectedTrace.
  Analysis(const TraceSource& trace, const PatternFactory& patterns, AnalysisOptions options);

  // Call once.
  void run();

  [[nodiscard]] const ReplayContext& context() const { return context_; }
  [[nodiscard]] const MetricCatalogue& catalogue() const { return catalogue_; }
  [[nodiscard]] const std::vector<std::unique_ptr<ProcessReplay>>& processes() const {
    return processes_;
  }
  [[nodiscard]] const std::vector<std::unique_ptr<Shard>>& shards() const { return shards_; }
  [[nodiscard]] const MatchingNotes& notes() const { return notes_; }
  [[nodiscard]] std::uint64_t events() const { return events_; }
  [[nodiscard]] Oddities oddities() const;
  // Sentences about locations that could not be read to their end.
  [[nodiscard]] std::vector<std::string> damages() const;

 private:
  // Replays the next slice, and matches what was posted in the one before.
  void replay_and_match(Timestamp until);
  void match();
  void match_shard(std::size_t shard, std::size_t worker, Timestamp posted);
  // Every send before this time is in the mail.
  [[nodiscard]] Timestamp posted_until() const;
  void open_next_slice(std::uint64_t handled);
  [[nodiscard]] bool ended() const;
  [[nodiscard]] Timestamp next_event() const;

  ReplayContext context_;
  AnalysisOptions options_;
  MetricCatalogue catalogue_;
  PatternList declared_;  // keeps the texts of the catalogue alive
  std::vector<std::unique_ptr<ProcessReplay>> processes_;
  std::vector<std::unique_ptr<Shard>> shards_;
  WorkerPool pool_;
  std::vector<Outbox> outgoing_;  // by worker: filled now
  std::vector<Outbox> incoming_;  // by worker: filled before, being matched
  Timestamp until_;               // the end of the next slice
  Timestamp replayed_;            // everything before has been replayed
  double slice_ticks_ = 0;
  std::uint64_t events_ = 0;
  MatchingNotes notes_;
};

}  // namespace lull::analysis
