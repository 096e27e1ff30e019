// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/summary.hpp"

#include <algorithm>
#include <numeric>

namespace lull {
namespace {

// Reads one location into the summary.
class LocationReader {
 public:
  LocationReader(const Definitions& definitions, TraceSummary& summary, LocationSummary& location)
      : definitions_(definitions), summary_(summary), location_(location) {}

  void read(const Event& event) {
    ++summary_.events[event.body.index()];
    if (location_.events++ > 0 && event.time < previous_) ++location_.backward;
    previous_ = event.time;
    location_.first = std::min(location_.first, event.time);
    location_.last = std::max(location_.last, event.time);
    std::visit([this](const auto& body) { see(body); }, event.body);
  }

  void end(const EventCursor& cursor) {
    location_.open_regions = stack_.size();
    location_.damage = cursor.damage();
  }

 private:
  template <class Body>
  void see(const Body& /*other*/) {}

  void see(const Enter& enter) { open(enter.region); }
  void see(const Leave& leave) { close(leave.region); }
  void see(const CallingContextEnter& enter) { open(region_of(enter.context)); }
  void see(const CallingContextLeave& leave) { close(region_of(leave.context)); }
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

  [[nodiscard]] RegionId region_of(CallingContextId context) const {
    return context.index() < definitions_.calling_contexts.size()
               ? definitions_.calling_contexts[context.index()].region
               : RegionId{};
  }

  void open(RegionId region) {
    if (!region.defined()) ++summary_.undefined_regions;
    stack_.push_back(region);
  }

  void close(RegionId region) {
    if (stack_.empty() || stack_.back() != region) ++location_.stray_leaves;
    // What was entered after `region` cannot be left any more.
    const auto found = std::find(stack_.rbegin(), stack_.rend(), region);
    if (found != stack_.rend()) stack_.erase(std::prev(found.base()), stack_.end());
  }

  const Definitions& definitions_;
  TraceSummary& summary_;
  LocationSummary& location_;
  Timestamp previous_;
  std::vector<RegionId> stack_;
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
    LocationReader reader(definitions, summary, summary.locations[i]);
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
