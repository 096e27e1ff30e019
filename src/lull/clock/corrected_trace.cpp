// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/corrected_trace.hpp"

#include <algorithm>
#include <utility>

#include "lull/trace/event/event_sink.hpp"
#include "lull/trace/source/changing_cursor.hpp"

namespace lull {
namespace {

// Returns the earliest time of a clock whose correction is not before `corrected`.
Timestamp own_time_of(const TimeMap& map, const TimeMap& push, Timestamp corrected) {
  const auto is_before = [&](std::uint64_t own) {
    return push.at(map.at(Timestamp{own})) < corrected;
  };
  std::uint64_t low = corrected.ticks;
  std::uint64_t high = corrected.ticks;
  for (std::uint64_t step = 1; low > 0 && !is_before(low); step *= 2) low -= std::min(low, step);
  for (std::uint64_t step = 1; high < kEndOfTime.ticks && is_before(high); step *= 2)
    high += std::min(kEndOfTime.ticks - high, step);
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (is_before(middle))
      low = middle + 1;
    else
      high = middle;
  }
  return Timestamp{low};
}

// Maps a location's clock to the common one.
class Correction {
 public:
  Correction(TimeMap map, TimeMap push) : map_(std::move(map)), push_(std::move(push)) {}

  // Fastest for ascending times.
  [[nodiscard]] Timestamp operator()(Timestamp own) { return push_(map_(own)); }
  void correct(Event& event) {
    if (auto* const flush = std::get_if<BufferFlush>(&event.body))
      flush->stop = (*this)(flush->stop);
    event.time = (*this)(event.time);
  }
  [[nodiscard]] Timestamp own_time(Timestamp corrected) const {
    return corrected == kEndOfTime ? kEndOfTime : own_time_of(map_, push_, corrected);
  }

 private:
  TimeMap map_;
  TimeMap push_;
};

class CorrectingSink final : public EventSink {
 public:
  CorrectingSink(Correction& correction, EventSink& sink) : correction_(correction), sink_(sink) {}
  void on(Timestamp time, const Enter& body) override { sink_.on(correction_(time), body); }
  void on(Timestamp time, const Leave& body) override { sink_.on(correction_(time), body); }
  void on(Timestamp time, const MpiSend& body) override { sink_.on(correction_(time), body); }
  void on(Timestamp time, const MpiRecv& body) override { sink_.on(correction_(time), body); }
  void on(const Event& event) override {
    Event corrected = event;
    correction_.correct(corrected);
    sink_.on(corrected);
  }

 private:
  Correction& correction_;
  EventSink& sink_;
};

class CorrectedCursor final : public ChangingCursor {
 public:
  CorrectedCursor(std::unique_ptr<EventCursor> inner, TimeMap map, TimeMap push)
      : ChangingCursor(std::move(inner)), correction_(std::move(map), std::move(push)) {}

  [[nodiscard]] bool feeds() const override { return inner().feeds(); }
  // Rounded times may be out of order by a tick, or by more with unusual offsets: the next event is
  // passed on if it is early enough, whatever follows it.
  FeedEnd feed(Timestamp until, EventSink& sink) override {
    if (until != until_) {
      until_ = until;
      own_until_ = correction_.own_time(until);
    }
    Timestamp limit = own_until_;
    const Timestamp next = inner().next_time();
    if (limit <= next && correction_(next) < until)
      limit = next == kEndOfTime ? next : Timestamp{next.ticks + 1};
    CorrectingSink correcting(correction_, sink);
    return inner().feed(limit, correcting);
  }
  [[nodiscard]] Timestamp next_time() override { return correction_(inner().next_time()); }

 private:
  void change(std::span<Event> events) override {
    for (Event& event : events) correction_.correct(event);
  }

  Correction correction_;
  Timestamp until_{};      // the last feed()'s limit
  Timestamp own_until_{};  // the same on the location's clock
};

TimeMap map_at(const ClockOffsets* offsets, std::size_t place) {
  const bool is_there = offsets != nullptr && place < offsets->size();
  return TimeMap(is_there ? std::span<const ClockOffset>((*offsets)[place])
                          : std::span<const ClockOffset>());
}

}  // namespace

CorrectedTrace::CorrectedTrace(const TraceSource& source, const ClockCorrection& correction)
    : source_(source), offsets_(&offsets_taken(correction, source.definitions())) {
  take(correction);
}

CorrectedTrace::CorrectedTrace(std::unique_ptr<TraceSource> source,
                               const ClockCorrection& correction)
    : owned_(std::move(source)),
      source_(*owned_),
      offsets_(&offsets_taken(correction, source_.definitions())) {
  take(correction);
}

void CorrectedTrace::take(const ClockCorrection& correction) {
  pushes_ = &correction.pushes;
  if (!correction.begin) return;
  definitions_ = source_.definitions();
  definitions_->clock.global_offset = *correction.begin;
}

std::unique_ptr<EventCursor> CorrectedTrace::open(LocationId location,
                                                  const EventSelection& selection,
                                                  Attributes attributes) const {
  auto cursor = source_.open(location, selection, attributes);
  auto [map, push] = maps_of(location);
  if (map.identity() && push.identity()) return cursor;
  return std::make_unique<CorrectedCursor>(std::move(cursor), std::move(map), std::move(push));
}

std::pair<TimeMap, TimeMap> CorrectedTrace::maps_of(LocationId location) const {
  const auto& all_offsets = offsets_ == nullptr ? definitions().clock_offsets : *offsets_;
  const ProcessId process = definitions().locations[location.index()].process;
  return {map_at(&all_offsets, location.index()),
          map_at(process.defined() ? pushes_ : nullptr, process.index())};
}

Timestamp CorrectedTrace::own_time(LocationId location, Timestamp corrected) const {
  const auto [map, push] = maps_of(location);
  if (map.identity() && push.identity()) return corrected;
  return own_time_of(map, push, corrected);
}

}  // namespace lull
