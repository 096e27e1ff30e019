// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/replay/process_replay.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "lull/analysis/replay/focus/focus_finder.hpp"
#include "lull/analysis/replay/waves/wave_replay.hpp"
#include "lull/base/memory/merge_tree.hpp"
#include "lull/base/memory/prefetch.hpp"
#include "lull/trace/event/event_sink.hpp"

namespace lull::analysis {
namespace {

bool has_several_threads(const Definitions& definitions, ProcessId process) {
  const auto is_thread = [&definitions](LocationId location) {
    return definitions.locations[location.index()].type == LocationType::CpuThread;
  };
  return std::ranges::count_if(definitions.processes[process.index()].locations, is_thread) > 1;
}

// The last slice has no end, even if damaged time stamps exceed it.
bool is_before(Timestamp time, Timestamp until) { return time < until || until == kEndOfTime; }

// The first part of a cursor, which is accessed first.
using CursorBegin = std::array<std::byte, 512>;

// Replays a location with the events fed to it.
class FedReplay final : public EventSink {
 public:
  FedReplay(LocationReplay& location, Outbox& outbox) : location_(location), outbox_(outbox) {}
  void on(Timestamp time, const Enter& body) override { handle(time, body); }
  void on(Timestamp time, const Leave& body) override { handle(time, body); }
  void on(Timestamp time, const MpiSend& body) override { handle(time, body); }
  void on(Timestamp time, const MpiRecv& body) override { handle(time, body); }
  void on(const Event& event) override {
    ++events_;
    location_.handle(event, outbox_);
  }
  [[nodiscard]] std::uint64_t events() const { return events_; }

 private:
  template <class Body>
  void handle(Timestamp time, const Body& body) {
    ++events_;
    location_.handle(time, body, outbox_);
  }

  LocationReplay& location_;
  Outbox& outbox_;
  std::uint64_t events_ = 0;
};

}  // namespace

ProcessReplay::ProcessReplay(const ReplayContext& context, const TraceSource& trace,
                             ProcessId process, const ReadingPlan& plan,
                             const FollowerFactory& followers)
    : state_(context, process, has_several_threads(context.definitions, process)) {
  const Definitions& definitions = context.definitions;
  state_.teams.set_threads(definitions.processes[process.index()].locations.size());
  bool master = true;
  for (const LocationId id : definitions.processes[process.index()].locations) {
    const LocationType type = definitions.locations[id.index()].type;
    const bool is_thread = type == LocationType::CpuThread;
    using Role = LocationReplay::Role;
    const Role other = type == LocationType::AcceleratorStream ? Role::Stream : Role::Other;
    const Role role = !is_thread ? other : master ? Role::Master : Role::Worker;
    locations_.push_back(std::make_unique<LocationReplay>(state_, id, role, followers));
    state_.locations.push_back(locations_.back().get());
    if (role == Role::Master) state_.master = locations_.back().get();
    if (is_thread) master = false;
    state_.paths[id] = &locations_.back()->tree.places();
    streams_.push_back(open(trace, *locations_.back(), plan));
  }
}

ProcessReplay::Stream ProcessReplay::open(const TraceSource& trace, LocationReplay& location,
                                          const ReadingPlan& plan) {
  const Definitions& definitions = state_.context.definitions;
  const bool wanted = LocationReplay::reads_attributes(state_) || state_.context.has_shmem() ||
                      state_.context.has_mpi_attributes();
  const Attributes attributes = wanted ? Attributes::Read : Attributes::Skip;
  Stream stream;
  stream.cursor = trace.open(location.location(), location.selection(), attributes);
  stream.location = &location;
  stream.marks = Marks(definitions.locations.size());
  const bool one_by_one = definitions.processes[state_.process.index()].locations.size() == 1 &&
                          attributes == Attributes::Skip;
  const bool feeds = one_by_one && stream.cursor->feeds();
  if (const std::size_t number = plan.at_a_time(feeds); number > 0) {
    auto stash = std::make_unique<StashedCursor>(std::move(stream.cursor), number, attributes);
    if (one_by_one) stream.stash = stash.get();
    stream.cursor = std::move(stash);
  } else if (const std::size_t ahead = plan.ahead(location.location()); ahead > 0) {
    auto cursor = std::make_unique<AheadCursor>(std::move(stream.cursor), ahead);
    ahead_.push_back(cursor.get());
    stream.cursor = std::move(cursor);
  } else {
    stream.feeds = feeds;
  }
  return stream;
}

void ProcessReplay::Stream::fill() {
  fresh = false;
  if (ended || feeds) return;
  if (stash != nullptr) {
    ended = !stash->more();
    return;
  }
  events = cursor->next();
  ended = events.empty();
  if (!ended) mark();
}

void ProcessReplay::Stream::mark() {
  if (const auto position = cursor->position()) marks.add(time(), *position, location->path());
}

// Marks do not depend on where slices end: blocks end after a fixed number of records, and the
// number handled before is known exactly.
void ProcessReplay::Stream::mark_fed() {
  constexpr std::uint64_t kRecords = 512;
  const auto position = cursor->position();
  if (!position || *position < next_mark) return;
  marks.add(location->last(), *position, location->path());
  next_mark = *position + kRecords;
}

ProcessReplay::Needs::Needs(const ProcessReplay& process) : process_(&process) {
  if (process.locations_.size() != 1) return;
  location_ = process.locations_.front().get();
  stream_ = process.streams_.data();
  cursor_ = process.streams_.front().cursor.get();
}

// The empty asm statements prevent the compiler from removing the prefetches as having no effect.
void ProcessReplay::Needs::expect() const {
  asm volatile("");
  if (location_ == nullptr) return;
  process_->state_.expect();
  prefetch(process_->locations_);
  prefetch(process_->streams_);
  location_->expect();
  prefetch(*static_cast<const Stream*>(stream_));
  prefetch(*reinterpret_cast<const CursorBegin*>(cursor_));
}

void ProcessReplay::Needs::expect_further() const {
  asm volatile("");
  if (location_ == nullptr) return;
  location_->expect_further();
  cursor_->expect();
}

void ProcessReplay::find_focus(const FocusFinder& focus) {
  state_.focus = &focus;
  state_.ending = !focus.is_member(state_.process);
  focus_ = focus.from();
  if (!state_.ending) return;
  for (const auto& location : locations_) location->begin_to_end();
}

void ProcessReplay::go_on_until(Timestamp time) {
  if (!state_.ending) return;
  for (const auto& location : locations_) location->last_stretches().forget_until(time);
}

void ProcessReplay::begin_focus() {
  for (const auto& location : locations_) {
    location->catch_up_to(focus_);
    ProfileAtBegin::OfLocation& at_begin = at_begin_.locations.emplace_back();
    const LocalCallTree& tree = location->tree;
    for (std::size_t i = 0; i < tree.size(); ++i)
      at_begin.times.push_back(tree[LocalPathId(i)].time);
    at_begin.overhead = tree.overhead;
    at_begin.management = tree.management;
  }
  at_begin_.idle = state_.idle;
  focus_ = {};
}

std::uint64_t ProcessReplay::advance(Timestamp until, Outbox& outbox) {
  if (focus_ == Timestamp{} || focus_ >= until) return advance_to(until, outbox);
  const std::uint64_t before = advance_to(focus_, outbox);
  begin_focus();
  return before + advance_to(until, outbox);
}

std::uint64_t ProcessReplay::advance_to(Timestamp until, Outbox& outbox) {
  for (Stream& stream : streams_)
    if (stream.fresh) stream.fill();
  const std::uint64_t handled =
      streams_.size() == 1 ? advance_one(until, outbox) : advance_merged(until, outbox);
  hand_on_last_barriers(until, outbox);
  end_chart();
  return handled;
}

void ProcessReplay::work_for(WorkerResults& worker) {
  MapWindow* const window = worker.map_window();
  state_.pairs.set_matrix(worker.pairs());
  for (const auto& location : locations_)
    if (!location->is_meter()) location->begin_chart(window);
}

void ProcessReplay::end_chart() {
  for (const auto& location : locations_) location->end_chart();
}

void ProcessReplay::hand_on_last_barriers(Timestamp now, Outbox& outbox) {
  state_.teams.hand_on_barriers(
      now, [&](std::span<ThreadBarrierMember> members) { state_.post(members, outbox); });
}

std::uint64_t ProcessReplay::advance_stash(Stream& stream, Timestamp until, Outbox& outbox) {
  LocationReplay& location = *stream.location;
  const std::size_t handled = stream.stash->use_while(
      [until](Timestamp time) { return is_before(time, until); },
      [&](Timestamp time, const auto& body) { location.handle(time, body, outbox); },
      [&stream] { stream.mark(); });
  stream.ended = !stream.stash->more();
  return handled;
}

std::uint64_t ProcessReplay::advance_fed(Stream& stream, Timestamp until, Outbox& outbox) {
  FedReplay sink(*stream.location, outbox);
  while (!stream.ended) {
    stream.next_time = stream.cursor->next_time();
    if (!is_before(stream.next_time, until)) break;
    stream.mark_fed();
    stream.ended = stream.cursor->feed(until, sink) == EventCursor::FeedEnd::End;
  }
  return sink.events();
}

std::uint64_t ProcessReplay::advance_one(Timestamp until, Outbox& outbox) {
  Stream& stream = streams_.front();
  LocationReplay& location = *locations_.front();
  if (stream.stash != nullptr) return advance_stash(stream, until, outbox);
  if (stream.feeds) return advance_fed(stream, until, outbox);
  std::uint64_t handled = 0;
  while (!stream.ended) {
    std::size_t count = 0;
    for (const Event& event : stream.events) {
      if (!is_before(event.time, until)) break;
      location.handle(event, outbox);
      ++count;
    }
    handled += count;
    if (count < stream.events.size()) {
      stream.events = stream.events.subspan(count);
      break;
    }
    stream.fill();
  }
  return handled;
}

// If times are equal, the lower location comes first: a master before the threads that it forks.
std::uint64_t ProcessReplay::advance_merged(Timestamp until, Outbox& outbox) {
  MergeTree merge(streams_.size());
  for (std::size_t i = 0; i < streams_.size(); ++i)
    if (!streams_[i].ended) merge.set(i, streams_[i].time().ticks);
  merge.start();
  std::uint64_t handled = 0;
  while (!merge.empty() && is_before({merge.time()}, until)) {
    Stream& stream = streams_[merge.next()];
    stream.location->handle(stream.events.front(), outbox);
    ++handled;
    stream.advance();
    if (stream.ended)
      merge.end();
    else
      merge.go_on(stream.time().ticks);
  }
  return handled;
}

void ProcessReplay::finish(Outbox& outbox) {
  const Timestamp last_event = last();
  for (const auto& location : locations_) location->finish(last_event, outbox);
  for (const auto& location : locations_) location->join_open_teams(outbox);
  hand_on_last_barriers(kEndOfTime, outbox);
  if (focus_ != Timestamp{}) begin_focus();  // it did nothing later
  const LocationId first = locations_.empty() ? LocationId{} : locations_.front()->location();
  WaveReplay::finish(state_, outbox);
  state_.flush_operations({first, last_event, RegionId{}}, outbox);
  end_chart();
}

ProcessReplay::Standing ProcessReplay::standing() const {
  const bool read = std::ranges::none_of(streams_, &Stream::fresh);
  return {next(), oldest_open_send(), std::ranges::all_of(streams_, &Stream::ended),
          read && !state_.teams.has_barriers()};
}

Timestamp ProcessReplay::next() const {
  Timestamp earliest = kEndOfTime;
  for (const Stream& stream : streams_)
    if (!stream.fresh) earliest = std::min(earliest, stream.time());
  return earliest;
}

Timestamp ProcessReplay::oldest_open_send() const {
  Timestamp oldest = state_.sends.empty() ? kEndOfTime : state_.sends.front().time;
  for (const auto& location : locations_) oldest = std::min(oldest, location->oldest_open_send());
  return oldest;
}

Timestamp ProcessReplay::first() const {
  Timestamp earliest = kEndOfTime;
  for (const auto& location : locations_)
    if (location->has_events()) earliest = std::min(earliest, location->first());
  return earliest;
}

Timestamp ProcessReplay::last() const {
  Timestamp latest{};
  for (const auto& location : locations_)
    if (location->has_events()) latest = std::max(latest, location->last());
  return latest;
}

std::vector<std::string> ProcessReplay::damages() const {
  std::vector<std::string> sentences;
  for (const Stream& stream : streams_)
    if (!stream.cursor->damage().empty()) sentences.push_back(stream.cursor->damage());
  return sentences;
}

}  // namespace lull::analysis
