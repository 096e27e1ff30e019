// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/analysis.hpp"

#include <algorithm>
#include <utility>

#include "lull/analysis/profile_metrics.hpp"

namespace lull::analysis {
namespace {

// With many locations, files are open only while events are read ahead: so many of each location,
// so many of all together.
constexpr std::size_t kReadAhead = 32768;
constexpr std::size_t kReadAheadOfAll = 32u << 20;
// Every slice costs something for each location.
constexpr std::uint64_t kEventsPerLocation = 256;

}  // namespace

Analysis::Analysis(const TraceSource& trace, const PatternFactory& patterns,
                   AnalysisOptions options)
    : context_(trace.definitions()),
      options_(std::move(options)),
      declared_(patterns()),
      pool_(std::max(1u, options_.threads)) {
  catalogue_.add(profile_metrics(), true);
  for (const auto& pattern : declared_) catalogue_.add(pattern->metrics(), false);
  const std::size_t locations = context_.definitions.locations.size();
  const std::size_t read_ahead =
      locations <= options_.open_locations
          ? 0
          : std::clamp(kReadAheadOfAll / locations, std::size_t{512}, kReadAhead);
  for (std::size_t i = 0; i < context_.definitions.processes.size(); ++i)
    processes_.push_back(
        std::make_unique<ProcessReplay>(context_, trace, ProcessId(i), read_ahead));
  for (std::size_t i = 0; i < Outbox::kShards; ++i)
    shards_.push_back(std::make_unique<Shard>(context_, catalogue_, patterns()));
  outgoing_.resize(pool_.size());
  incoming_.resize(pool_.size());

  options_.slice_events =
      std::max(options_.slice_events, kEventsPerLocation * context_.definitions.locations.size());
}

void Analysis::run() {
  const ClockProperties& clock = context_.definitions.clock;
  std::uint64_t expected = 1;
  for (const Location& location : context_.definitions.locations) expected += location.events;
  slice_ticks_ =
      std::max(1.0, static_cast<double>(clock.trace_length) / static_cast<double>(expected) *
                        static_cast<double>(options_.slice_events));
  until_ = clock.global_offset;
  open_next_slice(options_.slice_events);
  while (!ended()) {
    const std::uint64_t before = events_;
    replay_and_match(until_);
    if (options_.progress) options_.progress(events_);
    open_next_slice(events_ - before);
  }
  match();  // the last slice
  for (const auto& process : processes_) process->finish(outgoing_.front());
  match();  // the last operations,
  match();  // and what they passed on
  for (const auto& shard : shards_) shard->finish(notes_, outgoing_.front());
  match();
  for (const auto& shard : shards_) shard->end_trace();
}

// Both at once: neither waits for the other, and their tasks fill each other's gaps.
void Analysis::replay_and_match(Timestamp until) {
  incoming_.swap(outgoing_);
  const Timestamp posted = posted_until();
  std::vector<std::uint64_t> handled(pool_.size() * 8);  // a cache line each
  pool_.run(processes_.size() + shards_.size(), [&](std::size_t worker, std::size_t index) {
    if (index >= processes_.size()) return match_shard(index - processes_.size(), worker, posted);
    ProcessReplay& process = *processes_[index];
    if (!process.ended()) handled[worker * 8] += process.advance(until, outgoing_[worker]);
  });
  for (std::size_t worker = 0; worker < pool_.size(); ++worker) events_ += handled[worker * 8];
  replayed_ = until;
}

void Analysis::match() {
  incoming_.swap(outgoing_);
  const Timestamp posted = posted_until();
  pool_.run(shards_.size(),
            [&](std::size_t worker, std::size_t index) { match_shard(index, worker, posted); });
}

void Analysis::match_shard(std::size_t shard, std::size_t worker, Timestamp posted) {
  for (Outbox& outbox : incoming_)
    shards_[shard]->handle(outbox.to_shard(shard), outgoing_[worker]);
  shards_[shard]->end_slice(posted);
  for (Outbox& outbox : incoming_) outbox.to_shard(shard).clear();
}

Timestamp Analysis::posted_until() const {
  Timestamp posted = replayed_;
  for (const auto& process : processes_) posted = std::min(posted, process->oldest_open_send());
  return posted;
}

// The next slice should hold about as many events as were asked for.
void Analysis::open_next_slice(std::uint64_t handled) {
  const double ratio = static_cast<double>(options_.slice_events) /
                       static_cast<double>(std::max<std::uint64_t>(handled, 1));
  slice_ticks_ = std::clamp(slice_ticks_ * std::clamp(ratio, 0.25, 4.0), 1.0, 9e18);
  Timestamp start = until_;
  if (handled == 0 && next_event() != kEndOfTime) start = std::max(start, next_event());
  const double room = static_cast<double>(kEndOfTime.ticks - start.ticks);
  until_ =
      slice_ticks_ >= room ? kEndOfTime : start + Duration{static_cast<std::int64_t>(slice_ticks_)};
}

bool Analysis::ended() const {
  return std::ranges::all_of(processes_, [](const auto& process) { return process->ended(); });
}

Timestamp Analysis::next_event() const {
  Timestamp earliest = kEndOfTime;
  for (const auto& process : processes_) earliest = std::min(earliest, process->next());
  return earliest;
}

Oddities Analysis::oddities() const {
  Oddities sum;
  for (const auto& process : processes_) sum += process->state().oddities;
  return sum;
}

std::vector<std::string> Analysis::damages() const {
  std::vector<std::string> sentences;
  for (const auto& process : processes_)
    std::ranges::copy(process->damages(), std::back_inserter(sentences));
  return sentences;
}

}  // namespace lull::analysis
