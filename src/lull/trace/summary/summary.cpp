// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/summary/summary.hpp"

#include <algorithm>
#include <numeric>

#include "lull/trace/rules/open_regions.hpp"

namespace lull {
namespace {

// Reads one location into the summary.
class LocationReader {
 public:
  LocationReader(const Definitions& definitions, TraceSummary& summary, LocationId location)
      : definitions_(definitions),
        summary_(summary),
        location_(summary.locations[location.index()]),
        id_(location),
        open_(definitions) {}

  void read(const Event& event) {
    ++summary_.events[event.body.index()];
    if (location_.events++ > 0 && event.time < previous_) ++location_.backward;
    previous_ = event.time;
    location_.first = std::min(location_.first, event.time);
    location_.last = std::max(location_.last, event.time);
    follow(event);
    std::visit([this](const auto& body) { see(body); }, event.body);
  }

  void end(const EventCursor& cursor) {
    while (!open_.empty()) add(NestingFault::OpenEnd, open_.pop());
    location_.damage = cursor.damage();
  }

 private:
  // A region, and the time of its latest event.
  struct Frame {
    RegionId region;
    Timestamp time;
  };

  template <class Body>
  void see(const Body& /*other*/) {}

  void see(const ProgramBegin& program) {
    const std::size_t name = program.name.index();
    ++summary_.programs[name < definitions_.strings.size() ? definitions_.strings[name] : ""];
  }
  void see(const MpiCollectiveEnd& end) { ++summary_.operations[operation_name(end.operation)]; }
  void see(const NonBlockingCollectiveComplete& complete) {
    ++summary_.operations["non-blocking " + operation_name(complete.operation)];
  }
  void see(const RmaCollectiveEnd& end) {
    ++summary_.operations["one-sided " + operation_name(end.operation)];
  }

  static std::string operation_name(CollectiveOperation operation) {
    return std::string(name_of(operation));
  }

  void follow(const Event& event) {
    std::size_t closed = 0;
    Frame outermost;
    const auto open = [&](RegionId region) { return Frame{region, event.time}; };
    const auto close = [&](const Frame& frame) {
      if (closed++ > 0) add(NestingFault::SkippedRegion, {outermost.region, event.time});
      outermost = frame;
    };
    switch (open_.follow(event.body, open, close)) {
      case RegionEffect::Opens:
        if (!open_.top().region.defined()) ++summary_.undefined_regions;
        break;
      case RegionEffect::Stray:
        add(NestingFault::StrayLeave, {*region_of(event.body, definitions_), event.time});
        break;
      case RegionEffect::Ends:
        add(NestingFault::SkippedRegion, {outermost.region, event.time});
        break;
      case RegionEffect::Leaves:
      case RegionEffect::None:
        break;
    }
  }

  void add(NestingFault fault, const Frame& frame) {
    location_.nesting.add(fault, {id_, frame.time, frame.region});
  }

  const Definitions& definitions_;
  TraceSummary& summary_;
  LocationSummary& location_;
  LocationId id_;
  Timestamp previous_;
  OpenRegions<Frame> open_;
};

}  // namespace

std::uint64_t TraceSummary::event_count() const {
  return std::accumulate(events.begin(), events.end(), std::uint64_t{0});
}

Timestamp TraceSummary::first() const {
  Timestamp least = kEndOfTime;
  for (const LocationSummary& location : locations) least = std::min(least, location.first);
  return least == kEndOfTime ? Timestamp{} : least;
}

Duration TraceSummary::length() const {
  Timestamp greatest = first();
  for (const LocationSummary& location : locations) greatest = std::max(greatest, location.last);
  return greatest - first();
}

TraceSummary summarize(const TraceSource& trace,
                       const std::function<void(std::uint64_t)>& progress) {
  const Definitions& definitions = trace.definitions();
  TraceSummary summary;
  summary.locations.resize(definitions.locations.size());
  std::uint64_t done = 0;
  for (std::size_t i = 0; i < summary.locations.size(); ++i) {
    LocationReader reader(definitions, summary, LocationId(i));
    const auto cursor = trace.open(LocationId(i), select_all_events());
    for (auto batch = cursor->next(); !batch.empty(); batch = cursor->next()) {
      for (const Event& event : batch) reader.read(event);
      done += batch.size();
      if (progress) progress(done);
    }
    reader.end(*cursor);
  }
  return summary;
}

}  // namespace lull
