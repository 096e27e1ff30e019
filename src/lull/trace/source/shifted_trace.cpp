// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/source/shifted_trace.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "lull/trace/source/changing_cursor.hpp"

namespace lull {
namespace {

constexpr std::uint64_t kLate = std::uint64_t{1} << 61;
// Clock offsets may be negative. Times up to this one are exact in floating point.
constexpr std::uint64_t kRoom = std::uint64_t{1} << 50;

class ShiftedCursor final : public ChangingCursor {
 public:
  ShiftedCursor(std::unique_ptr<EventCursor> inner, std::uint64_t origin)
      : ChangingCursor(std::move(inner)), origin_(origin) {}

 private:
  void change(std::span<Event> events) override {
    for (Event& event : events) {
      if (auto* const flush = std::get_if<BufferFlush>(&event.body)) flush->stop.ticks -= origin_;
      event.time.ticks -= origin_;
    }
  }

  std::uint64_t origin_;
};

std::optional<Timestamp> first_event(const TraceSource& source, std::size_t location) {
  const auto cursor = source.open(LocationId(location), select_all_events());
  const auto events = cursor->next();
  return events.empty() ? std::nullopt : std::optional(events.front().time);
}

bool is_late(const TraceSource& source) {
  const Definitions& definitions = source.definitions();
  if (definitions.clock.global_offset.ticks >= kLate) return true;
  for (std::size_t i = 0; i < definitions.locations.size(); ++i)
    if (definitions.locations[i].events > 0)
      if (const auto time = first_event(source, i)) return time->ticks >= kLate;
  return false;
}

// The start time given by the writer is not always correct.
Timestamp first_time(const TraceSource& source) {
  const Definitions& definitions = source.definitions();
  Timestamp first = kEndOfTime;
  for (std::size_t i = 0; i < definitions.locations.size(); ++i)
    if (const auto time = first_event(source, i)) first = std::min(first, *time);
  for (const auto& offsets : definitions.clock_offsets)
    for (const ClockOffset& offset : offsets) first = std::min(first, offset.time);
  return first == kEndOfTime ? definitions.clock.global_offset : first;
}

}  // namespace

ShiftedTrace::ShiftedTrace(std::unique_ptr<TraceSource> source, std::uint64_t origin)
    : source_(std::move(source)), origin_(origin), definitions_(source_->definitions()) {
  Timestamp& begin = definitions_.clock.global_offset;
  begin.ticks -= std::min(begin.ticks, origin);
  definitions_.clock.origin = origin;
  for (auto& offsets : definitions_.clock_offsets)
    for (ClockOffset& offset : offsets) offset.time.ticks -= origin;
}

std::unique_ptr<EventCursor> ShiftedTrace::open(LocationId location,
                                                const EventSelection& selection,
                                                Attributes attributes) const {
  return std::make_unique<ShiftedCursor>(source_->open(location, selection, attributes), origin_);
}

std::unique_ptr<TraceSource> with_ordinary_times(std::unique_ptr<TraceSource> source) {
  if (!is_late(*source)) return source;
  const std::uint64_t first = first_time(*source).ticks;
  if (first <= kRoom) return source;
  return std::make_unique<ShiftedTrace>(std::move(source), first - kRoom);
}

}  // namespace lull
