// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The analysis of a trace: replays all processes in slices of time on all threads, matches what
// they post, lets the patterns search, and holds the result until a report is made from it. Results
// depend neither on the number of threads nor on the size of the slices.
//
// The layer has a folder for each stage. events/ has operations and compound events, and regions/
// knows the classes of regions. replay/ follows the events of each location and posts operations;
// distribution/ brings these to their matchers, here and in other processes. matching/ joins them
// into compound events, which bus/ publishes to patterns. charging/ adds up what patterns charge,
// and run/ also adds it up by time and by pair of processes. notes/ counts defects of the trace,
// and results/ makes the report.
// There is a checkpoint about every million events: everything before it has been posted, matched
// and published. Operations that have waited since the previous checkpoint, beyond a fixed number
// for each process or communicator, are given up and become a remark. Checkpoints depend only on
// the trace.
// Several processes divide the traced processes among them (Ownership). Mail for others leaves as a
// batch at the end of each slice and travels while the next slice is replayed, together with the
// data that all processes have to agree about. Members of a collective operation stay where they
// are: CollectiveMatcher gathers a few of them at one process, and each process publishes the
// operation for its own members. At the end, severities go to the owner of their location, and each
// process writes rows of the report.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lull/analysis/bus/pattern.hpp"
#include "lull/analysis/distribution/mail_exchange.hpp"
#include "lull/analysis/distribution/outbox.hpp"
#include "lull/analysis/distribution/ownership.hpp"
#include "lull/analysis/distribution/partners.hpp"
#include "lull/analysis/distribution/worker_pool.hpp"
#include "lull/analysis/matching/progress.hpp"
#include "lull/analysis/matching/shard.hpp"
#include "lull/analysis/metrics/metric_catalogue.hpp"
#include "lull/analysis/notes/analysis_totals.hpp"
#include "lull/analysis/replay/focus/focus_finder.hpp"
#include "lull/analysis/replay/process_replay.hpp"
#include "lull/analysis/replay/profile/iteration_profile.hpp"
#include "lull/analysis/replay/state/replay_context.hpp"
#include "lull/analysis/run/communication_matrix.hpp"
#include "lull/analysis/run/run_map.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull::analysis {

struct AnalysisOptions {
  unsigned threads = 1;
  // Targets for both. With many locations, slices are longer and checkpoints further apart.
  std::uint64_t slice_events = 1u << 16;       // fewer need less memory
  std::uint64_t checkpoint_events = 1u << 20;  // from one checkpoint to the next
  // Number of members of incomplete operations kept for each communicator over checkpoints.
  std::uint64_t waiting_members = 1u << 17;
  std::size_t open_locations = 128;                    // up to this number, all files stay open
  std::size_t open_files = 16384;                      // the same if files have small windows
  std::function<void(std::uint64_t events)> progress;  // called between slices; may be empty
  KeepCharges keep_charges = KeepCharges::None;        // one by one; only without partners
  const IterationBorders* iterations = nullptr;        // severities are split by these, too
  bool iteration_profile = true;                       // and times, visits, counts
  const ClockCorrection* clocks = nullptr;             // their uncertainty is charged, too
  bool map = false;                                    // chart what was done when
  bool matrix = false;                                 // sum up who communicates with whom
  bool focus = false;                                  // also add up what lies outside it
  Partners* partners = nullptr;  // if several processes analyse; must outlive it
  FollowerFactory followers = make_followers;
  MatcherFactory matchers = make_matchers;
};

class Analysis {
 public:
  // `trace` must outlive this. Times are taken as they are: see CorrectedTrace.
  Analysis(const TraceSource& trace, const PatternFactory& patterns, AnalysisOptions options);

  // Call once; with partners, in all processes.
  void run();

  // The number of threads requested, or fewer if there is less work or the system refuses some.
  [[nodiscard]] std::size_t threads() const { return pool_.size(); }
  // Returns how many more threads would find work, but were refused by the system.
  [[nodiscard]] std::size_t refused_threads() const { return wanted_threads_ - pool_.size(); }
  [[nodiscard]] const ReplayContext& context() const { return context_; }
  [[nodiscard]] const MetricCatalogue& catalogue() const { return catalogue_; }
  [[nodiscard]] const std::vector<std::unique_ptr<ProcessReplay>>& processes() const {
    return processes_;
  }
  [[nodiscard]] const std::vector<std::unique_ptr<Shard>>& shards() const { return shards_; }
  // Returns the sums of each thread.
  [[nodiscard]] const std::vector<WorkerResults>& workers() const { return workers_; }
  // Returns the totals for the whole trace.
  [[nodiscard]] const AnalysisTotals& totals() const { return totals_; }
  // Returns whether a focus is looked for; the same in all partners.
  [[nodiscard]] bool looks_for_focus() const { return focus_finder_.has_value(); }
  [[nodiscard]] const Focus& focus() const { return focus_; }
  // Returns the time of the first event, from which reports count seconds.
  [[nodiscard]] Timestamp zero() const {
    return totals_.first != kEndOfTime ? totals_.first : context_.definitions.clock.global_offset;
  }
  [[nodiscard]] const MatchingNotes& notes() const { return totals_.notes; }
  [[nodiscard]] std::uint64_t events() const { return events_; }
  [[nodiscard]] const DataDefects& defects() const { return totals_.defects; }
  [[nodiscard]] const NestingFaults& nesting() const { return totals_.nesting; }
  // Sentences about locations that could not be read to their end.
  [[nodiscard]] const std::vector<std::string>& damages() const { return totals_.damages; }
  // Returns null if severities are not split by iterations.
  [[nodiscard]] const IterationBorders* iterations() const { return options_.iterations; }
  [[nodiscard]] const IterationProfile* iteration_profile() const {
    return iteration_profile_ ? &*iteration_profile_ : nullptr;
  }
  // Returns null if no map is made. With partners, the first process has the whole map.
  [[nodiscard]] const RunMap* map() const { return map_ ? &*map_ : nullptr; }
  // Returns null if no matrix is made. With partners, the first process has the whole matrix.
  [[nodiscard]] const CommunicationMatrix* matrix() const {
    return options_.matrix ? &workers_.front().matrix.front() : nullptr;
  }
  // Returns null if there are none.
  [[nodiscard]] Partners* partners() const { return options_.partners; }

 private:
  // Replays the next slice, and matches what was posted in the previous slice.
  void replay_and_match(Timestamp until);
  // Replays `count` processes until `until`. Returns how many events there were.
  std::uint64_t replay(std::size_t first, std::size_t count, std::size_t worker, Timestamp until);
  void match();
  void match_shard(std::size_t shard, std::size_t worker, Timestamp posted);
  // Matches until no process has mail left.
  void settle();
  // Gives up what is too old to be waited for any longer, then opens the way to the next
  // checkpoint.
  void hold_checkpoint();
  void note_progress();
  [[nodiscard]] ChargeSetup charge_setup() const;
  [[nodiscard]] WorkerResults worker_results() const;
  void begin_focus();
  void look_for_end_of_focus();
  void end_focus();
  void settle_focus(Timestamp to);
  void chart_up_to(Timestamp until);
  void chart();  // charts the activities of the last slice
  [[nodiscard]] std::uint64_t expected_ticks() const;
  void finish_chart();
  void finish_matrix();
  [[nodiscard]] std::uint64_t mail_waiting() const;
  // Returns the time before which every send is in the mail.
  [[nodiscard]] Timestamp posted_until() const;
  void open_next_slice(std::uint64_t handled);
  void finish();
  // Sends the other processes their mail and learns the combined state of all, waiting for it.
  // begin_agreement() only begins to send, and learns the state as of the previous agreement.
  void agree();
  void begin_agreement();
  [[nodiscard]] Agreement own_agreement() const;
  [[nodiscard]] std::uint64_t unfinished() const;
  [[nodiscard]] Timestamp next_event() const;
  void add_up();

  // A location of a process whose events are read ahead.
  struct ReadAhead {
    ProcessReplay* process;
    std::size_t location;
    void read() const { process->read_ahead(location); }
  };

  const TraceSource& trace_;
  AnalysisOptions options_;
  std::optional<Ownership> ownership_;
  ReplayContext context_;
  MetricCatalogue catalogue_;
  PatternList declared_;  // keeps the texts of the catalogue alive
  std::optional<CausedWaiting> caused_;
  std::optional<ClockUncertainty> uncertainty_;
  std::optional<IterationProfile> iteration_profile_;
  std::optional<RunMap> map_;
  std::optional<FocusFinder> focus_finder_;
  FocusBorders focus_borders_;
  Focus focus_;
  std::vector<std::unique_ptr<ProcessReplay>> processes_;
  std::vector<ProcessReplay::Needs> needs_;         // of each process
  std::vector<ProcessReplay::Standing> standings_;  // of each process, contiguous
  std::vector<ReadAhead> ahead_;
  PathDirectory paths_;
  Progress progress_;
  std::vector<std::unique_ptr<Shard>> shards_;
  std::size_t wanted_threads_;
  WorkerPool pool_;
  std::vector<WorkerResults> workers_;  // one for each thread; in the end the first has all pairs
  std::vector<Outbox> outgoing_;        // by worker, and one for mail from partners: filled now
  std::vector<Outbox> incoming_;        // the same: filled before, being matched
  Timestamp until_;                     // the end of the next slice
  Checkpoint checkpoint_;               // the next checkpoint, and the previous one
  double checkpoint_ticks_ = 0;         // from one checkpoint to the next
  std::uint64_t checkpoint_begin_ = 0;  // number of events before the last checkpoint
  Timestamp replayed_;                  // everything before this time has been replayed
  double slice_ticks_ = 0;
  std::uint64_t handled_ = 0;  // number of events in the last slice, in this process
  Agreement agreed_;           // the last slice that all have exchanged
  bool under_way_ = false;     // true during an exchange
  std::uint64_t events_ = 0;
  std::uint64_t expected_ = 0;  // number of events, according to the trace
  AnalysisTotals totals_;
};

}  // namespace lull::analysis
