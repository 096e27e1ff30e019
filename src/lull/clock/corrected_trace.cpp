// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/corrected_trace.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace lull {
namespace {

class CorrectedCursor final : public EventCursor {
 public:
  CorrectedCursor(std::unique_ptr<EventCursor> inner, TimeMap map, TimeMap push)
      : inner_(std::move(inner)), map_(std::move(map)), push_(std::move(push)) {}

  std::span<const Event> next() override {
    const std::span<const Event> raw = inner_->next();
    events_.assign(raw.begin(), raw.end());
    for (Event& event : events_) {
      if (auto* flush = std::get_if<BufferFlush>(&event.body))
        flush->stop = push_(map_(flush->stop));
      event.time = push_(map_(event.time));
    }
    return events_;
  }

  void release(std::size_t unread) override { inner_->release(unread); }
  void seek(std::uint64_t position) override { inner_->seek(position); }
  [[nodiscard]] std::optional<std::uint64_t> position() const override {
    return inner_->position();
  }
  [[nodiscard]] const std::string& damage() const override { return inner_->damage(); }

 private:
  std::unique_ptr<EventCursor> inner_;
  TimeMap map_;
  TimeMap push_;
  std::vector<Event> events_;
};

TimeMap map_at(const ClockOffsets* offsets, std::size_t place) {
  const bool is_there = offsets != nullptr && place < offsets->size();
  return TimeMap(is_there ? std::span<const ClockOffset>((*offsets)[place])
                          : std::span<const ClockOffset>());
}

const ClockOffsets* offsets_of(const ClockCorrection& correction) {
  return correction.source == ClockSource::Measured ? nullptr : &correction.offsets;
}

}  // namespace

CorrectedTrace::CorrectedTrace(const TraceSource& source, const ClockCorrection& correction)
    : source_(source), offsets_(offsets_of(correction)) {
  take(correction);
}

CorrectedTrace::CorrectedTrace(std::unique_ptr<TraceSource> source,
                               const ClockCorrection& correction)
    : owned_(std::move(source)), source_(*owned_), offsets_(offsets_of(correction)) {
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
  auto maps = maps_of(location);
  TimeMap& map = maps.first;
  TimeMap& push = maps.second;
  if (map.identity() && push.identity()) return corrected;
  const auto is_before = [&](std::uint64_t own) { return push(map(Timestamp{own})) < corrected; };
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

}  // namespace lull
