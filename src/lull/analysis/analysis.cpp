// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/analysis.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "lull/analysis/distribution/piece_store.hpp"
#include "lull/analysis/replay/profile/profile_metrics.hpp"
#include "lull/base/files/open_files.hpp"

namespace lull::analysis {
namespace {

// Every slice has a cost for each location.
constexpr std::uint64_t kEventsPerLocation = 256;
constexpr std::size_t kManyProcesses = 256;   // with twice as many, neighbours share a task
constexpr std::size_t kFewTasks = 16;         // for each thread
constexpr std::size_t kManyLocations = 4096;  // with more, checkpoints are further apart, too

Timestamp later(Timestamp start, double ticks) {
  const double room = static_cast<double>(kEndOfTime.ticks - start.ticks);
  return ticks >= room ? kEndOfTime : start + Duration{static_cast<std::int64_t>(ticks)};
}

// More threads would find nothing to do at any time, but each thread has its own mail: every
// location is read or replayed by one thread, and every process's operations are matched by one.
std::size_t useful_threads(unsigned wanted, const Definitions& definitions) {
  return std::clamp<std::size_t>(wanted, 1,
                                 std::max<std::size_t>(1, 2 * definitions.locations.size()));
}

// Each thread has a file open at a time, in addition to those that stay open.
std::size_t with_files(std::size_t threads) {
  return threads == 1 ? 1 : std::clamp<std::size_t>(room_for_open_files(threads), 1, threads);
}

// The system keeps threads waiting each time that it makes room for more files that they share, so
// room is made before they start.
std::size_t threads_beside_files(const AnalysisOptions& options, const Definitions& definitions) {
  const std::size_t threads = with_files(useful_threads(options.threads, definitions));
  if (threads > 1)
    make_room_for_open_files(std::min(definitions.locations.size(), options.open_files));
  return threads;
}

}  // namespace

Analysis::Analysis(const TraceSource& trace, const PatternFactory& patterns,
                   AnalysisOptions options)
    : trace_(trace),
      options_(std::move(options)),
      context_(trace.definitions()),
      declared_(patterns()),
      progress_(options_.waiting_members),
      wanted_threads_(useful_threads(options_.threads, trace.definitions())),
      pool_(threads_beside_files(options_, trace.definitions())) {
  catalogue_.add(profile_metrics(), true);
  for (const auto& pattern : declared_)
    catalogue_.add(pattern->metrics(), false, pattern->is_own());
  caused_.emplace(catalogue_);
  if (options_.clocks != nullptr && options_.clocks->widths != nullptr)
    uncertainty_.emplace(*options_.clocks, trace.definitions(), catalogue_);
  const Definitions& definitions = context_.definitions;
  if (options_.partners != nullptr)
    ownership_.emplace(definitions, options_.partners->rank(), options_.partners->size());
  const Ownership* const ownership = ownership_ ? &*ownership_ : nullptr;
  context_.ownership = ownership;
  if (options_.map) map_.emplace(definitions.locations.size(), kinds_of_waiting(catalogue_));
  for (std::size_t i = 0; i < pool_.size(); ++i) workers_.push_back(worker_results());
  if (options_.iterations != nullptr && options_.iteration_profile)
    options_.followers =
        iteration_profile_.emplace(context_, *options_.iterations).with(options_.followers);
  options_.slice_events =
      std::max(options_.slice_events, kEventsPerLocation * definitions.locations.size());
  options_.checkpoint_events *=
      std::max<std::uint64_t>(1, definitions.locations.size() / kManyLocations);
  const ReadingPlan plan(
      definitions, ownership,
      {pool_.size(), options_.slice_events, options_.open_locations, options_.open_files});
  for (std::size_t i = 0; i < definitions.processes.size(); ++i)
    if (ownership == nullptr || ownership->is_mine(ProcessId(i)))
      processes_.push_back(
          std::make_unique<ProcessReplay>(context_, trace, ProcessId(i), plan, options_.followers));
  for (const auto& process : processes_) {
    standings_.push_back(process->standing());
    for (std::size_t i = 0; i < process->read_ahead_locations(); ++i)
      ahead_.push_back({process.get(), i});
  }
  for (const auto& process : processes_) needs_.emplace_back(*process);
  paths_.resize(definitions.locations.size());
  for (const auto& process : processes_)
    for (const auto& location : process->locations())
      paths_[location->location().index()] = &location->tree.places();
  const ChargeSetup charges = charge_setup();
  for (std::size_t i = 0; i < Outbox::kShards; ++i)
    shards_.push_back(
        std::make_unique<Shard>(Shard::Surroundings{context_, progress_, catalogue_, charges},
                                options_.matchers, patterns()));
  if (options_.focus) focus_finder_.emplace(context_);
  for (std::size_t i = 0; i <= pool_.size(); ++i) {
    outgoing_.emplace_back(ownership);
    incoming_.emplace_back(ownership);
  }
}

// The focus is added when it is known that the run has one.
ChargeSetup Analysis::charge_setup() const {
  ChargeSetup setup;
  setup.definitions = &context_.definitions;
  setup.paths = &paths_;
  setup.keep = options_.keep_charges;
  setup.iterations = options_.iterations;
  setup.caused = &*caused_;
  setup.uncertainty = uncertainty_ ? &*uncertainty_ : nullptr;
  return setup;
}

WorkerResults Analysis::worker_results() const {
  WorkerResults results;
  results.histograms.resize(catalogue_.size());
  if (map_) results.map.emplace_back(map_->places());
  if (options_.matrix) results.matrix.emplace_back(context_.definitions);
  return results;
}

void Analysis::run() {
  const ClockProperties& clock = context_.definitions.clock;
  expected_ = 1;
  for (const Location& location : context_.definitions.locations) expected_ += location.events;
  slice_ticks_ = 1;  // how long the trace is, is not always true: slices grow as events come
  checkpoint_ticks_ =
      std::max(1.0, static_cast<double>(clock.trace_length) / static_cast<double>(expected_) *
                        static_cast<double>(options_.checkpoint_events));
  if (focus_finder_) begin_focus();
  until_ = checkpoint_.previous = clock.global_offset;
  checkpoint_.time = later(until_, checkpoint_ticks_);
  open_next_slice(options_.slice_events);
  agreed_ = own_agreement();
  if (ownership_) agreed_ = {.next = until_, .posted = {}, .unfinished = 1};  // not known yet
  while (agreed_.unfinished > 0) {
    const bool at_checkpoint = until_ == checkpoint_.time && until_ != kEndOfTime;
    replay_and_match(until_);
    if (focus_finder_) look_for_end_of_focus();
    begin_agreement();
    if (at_checkpoint) hold_checkpoint();
  }
  finish();
  if (focus_finder_) end_focus();
  add_up();
  if (map_) finish_chart();
  if (options_.matrix) finish_matrix();
}

void Analysis::finish() {
  settle();
  pool_.run(processes_.size(), [this](std::size_t worker, std::size_t index) {
    processes_[index]->work_for(workers_[worker]);
    processes_[index]->finish(outgoing_[worker]);
    standings_[index] = processes_[index]->standing();
  });
  if (iteration_profile_) iteration_profile_->finish();
  settle();
  for (const auto& shard : shards_) {
    shard->work_for(workers_.front());
    shard->finish(outgoing_.front());
  }
  settle();
  for (const auto& shard : shards_) shard->end_trace(totals_.notes);
  piece_store::forget();
}

// With partners, matchers hold mail from other processes back for one round, so one more is needed.
void Analysis::settle() {
  handled_ = 0;
  agree();
  bool more = agreed_.mail > 0 || options_.partners != nullptr;
  while (more) {
    more = agreed_.mail > 0;
    match();
    more = more || agreed_.mail > 0;
  }
}

// There is no checkpoint after the last event: the result must not depend on when a process learns
// of the end.
void Analysis::hold_checkpoint() {
  settle();
  if (agreed_.next == kEndOfTime) {
    checkpoint_.time = kEndOfTime;
    return open_next_slice(options_.slice_events);
  }
  note_progress();
  pool_.run(shards_.size(), [&](std::size_t worker, std::size_t index) {
    shards_[index]->work_for(workers_[worker]);
    shards_[index]->checkpoint(checkpoint_, outgoing_[worker]);
  });
  settle();
  const std::uint64_t events = std::max<std::uint64_t>(events_ - checkpoint_begin_, 1);
  const double ratio =
      static_cast<double>(options_.checkpoint_events) / static_cast<double>(events);
  checkpoint_ticks_ = std::clamp(checkpoint_ticks_ * std::clamp(ratio, 0.25, 4.0), 1.0, 9e18);
  checkpoint_begin_ = events_;
  checkpoint_.previous = checkpoint_.time;
  const Timestamp start =
      agreed_.next == kEndOfTime ? checkpoint_.time : std::max(checkpoint_.time, agreed_.next);
  checkpoint_.time = later(start, checkpoint_ticks_);
  open_next_slice(options_.slice_events);
}

void Analysis::note_progress() {
  std::vector<std::uint64_t> counts(2 * context_.definitions.communicators.size());
  const auto count = [&counts](CommunicatorId communicator, bool requested, std::uint64_t number) {
    std::uint64_t& most = counts[Progress::place_of(communicator, requested)];
    most = std::max(most, number);
  };
  for (const auto& process : processes_) {
    for (const auto& [communicator, number] : process->state().collectives)
      if (number) count(communicator, false, *number);
    for (const auto& [communicator, number] : process->state().collective_requests.operations())
      count(communicator, true, number);
  }
  if (options_.partners != nullptr) {
    Packer packer;
    packer.put_list<std::uint64_t>(counts);
    const auto greatest = [](const Bytes& lower, const Bytes& higher) {
      auto both = Unpacker(lower).get_list<std::uint64_t>();
      const auto others = Unpacker(higher).get_list<std::uint64_t>();
      for (std::size_t i = 0; i < both.size(); ++i) both[i] = std::max(both[i], others[i]);
      Packer result;
      result.put_list<std::uint64_t>(both);
      return result.take();
    };
    counts = Unpacker(options_.partners->reduce(packer.take(), greatest)).get_list<std::uint64_t>();
  }
  progress_.advance(std::move(counts));
}

// Replays and matches at once: neither waits for the other, and their tasks fill each other's gaps.
void Analysis::replay_and_match(Timestamp until) {
  if (map_) chart_up_to(until);
  incoming_.swap(outgoing_);
  std::vector<std::uint64_t> handled(pool_.size() * 8);  // a cache line each
  // If there are many processes, a task replays several neighbouring ones.
  const std::size_t together = std::clamp<std::size_t>(processes_.size() / kManyProcesses, 1, 16);
  const std::size_t tasks = (processes_.size() + together - 1) / together;
  const auto replay_next = [&](std::size_t worker, std::size_t index) {
    handled[worker * 8] += replay(index * together, together, worker, until);
  };
  const std::size_t shards = shards_.size();
  const std::size_t ahead = ahead_.size();
  if (pool_.size() > 1 && tasks < kFewTasks * pool_.size()) {
    // Long tasks begin first.
    pool_.run(std::array{tasks, ahead, shards}, [&](std::size_t worker, std::size_t index) {
      if (index < tasks) return replay_next(worker, index);
      if (index < tasks + ahead) return ahead_[index - tasks].read();
      match_shard(index - tasks - ahead, worker, agreed_.posted);
    });
  } else {
    // Matched operations free memory for newly posted ones.
    pool_.run(std::array{shards, ahead, tasks}, [&](std::size_t worker, std::size_t index) {
      if (index < shards) return match_shard(index, worker, agreed_.posted);
      if (index < shards + ahead) return ahead_[index - shards].read();
      replay_next(worker, index - shards - ahead);
    });
  }
  handled_ = 0;
  for (std::size_t worker = 0; worker < pool_.size(); ++worker) handled_ += handled[worker * 8];
  replayed_ = until;
}

std::uint64_t Analysis::replay(std::size_t first, std::size_t count, std::size_t worker,
                               Timestamp until) {
  std::uint64_t handled = 0;
  const std::size_t end = std::min(first + count, processes_.size());
  if (first + 1 < end) needs_[first + 1].expect();
  for (std::size_t i = first; i < end; ++i) {
    if (i + 2 < end) needs_[i + 2].expect();
    if (i + 1 < end) needs_[i + 1].expect_further();
    if (standings_[i].rests_until(until)) continue;
    processes_[i]->work_for(workers_[worker]);
    handled += processes_[i]->advance(until, outgoing_[worker]);
    standings_[i] = processes_[i]->standing();
  }
  return handled;
}

void Analysis::match() {
  incoming_.swap(outgoing_);
  pool_.run(shards_.size(), [&](std::size_t worker, std::size_t index) {
    match_shard(index, worker, agreed_.posted);
  });
  handled_ = 0;
  agree();
}

void Analysis::match_shard(std::size_t shard, std::size_t worker, Timestamp posted) {
  std::vector<const Mail*> mails;
  for (Outbox& outbox : incoming_) mails.push_back(&outbox.to_shard(shard));
  shards_[shard]->work_for(workers_[worker]);
  shards_[shard]->handle(mails, outgoing_[worker], posted);
  for (Outbox& outbox : incoming_) outbox.to_shard(shard).clear();
}

// The next slice should hold about as many events as requested.
void Analysis::open_next_slice(std::uint64_t handled) {
  const double ratio = static_cast<double>(options_.slice_events) /
                       static_cast<double>(std::max<std::uint64_t>(handled, 1));
  slice_ticks_ = std::clamp(slice_ticks_ * std::clamp(ratio, 0.25, 4.0), 1.0, 9e18);
  Timestamp start = until_;
  if (handled == 0 && agreed_.next != kEndOfTime) start = std::max(start, agreed_.next);
  until_ = std::min(later(start, slice_ticks_), checkpoint_.time);
}

void Analysis::add_up() {
  for (const auto& process : processes_) {
    totals_.defects += process->state().defects;
    totals_.nesting += process->state().nesting;
    totals_.first = std::min(totals_.first, process->first());
    totals_.last = std::max(totals_.last, process->last());
    std::ranges::copy(process->damages(), std::back_inserter(totals_.damages));
  }
  if (options_.partners != nullptr) gather(*options_.partners, totals_);
}

}  // namespace lull::analysis
