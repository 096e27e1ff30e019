// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/iterations.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace lull::structure {
namespace {

// The collective operations of one communicator at a location, with their enclosing calls.
class CollectiveCalls {
 public:
  CollectiveCalls(const TraceSource& trace, LocationId location, CommunicatorId communicator) {
    std::uint64_t position = 0;
    OpenRegions<Frame> regions(trace.definitions());
    std::optional<std::uint64_t> begin;
    for_each_event(trace, location, [&](const Event& event) {
      const auto close = [&](const Frame& frame) {
        if (regions.stack().size() == 0 || !begin || frame.begin != *begin) return;
        calls_.push_back({*begin, position + 1});
        begin.reset();
      };
      regions.follow(
          event.body,
          [&](RegionId region) {
            return Frame{region, position};
          },
          close);
      if (const auto* end = std::get_if<MpiCollectiveEnd>(&event.body))
        if (end->communicator == communicator && !regions.empty()) begin = regions.top().begin;
      ++position;
    });
  }

  struct Call {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;  // after its last event
  };
  [[nodiscard]] const std::vector<Call>& calls() const { return calls_; }
  // Returns the number of calls that ended before a position.
  [[nodiscard]] std::size_t before(std::uint64_t position) const {
    const auto after = std::ranges::upper_bound(calls_, position, {}, &Call::end);
    return static_cast<std::size_t>(after - calls_.begin());
  }

 private:
  struct Frame {
    RegionId region;
    std::uint64_t begin = 0;
  };
  std::vector<Call> calls_;
};

// Returns, among the communicators of all ranks, the one that most of a location's collective
// operations use.
std::optional<CommunicatorId> common_communicator(const TraceSource& trace, LocationId location,
                                                  std::size_t members) {
  const Definitions& definitions = trace.definitions();
  std::vector<std::uint64_t> operations(definitions.communicators.size());
  for_each_event(trace, location, [&](const Event& event) {
    if (const auto* end = std::get_if<MpiCollectiveEnd>(&event.body))
      if (end->communicator.index() < operations.size()) ++operations[end->communicator.index()];
  });
  std::optional<CommunicatorId> best;
  for (std::size_t i = 0; i < operations.size(); ++i)
    if (operations[i] > 0 && definitions.size_of(CommunicatorId(i)) == members &&
        (!best || operations[i] > operations[best->index()]))
      best = CommunicatorId(i);
  return best;
}

// Returns borders of a location that follow as many collective operations as another location's
// borders do, on the same side of them. Empty if an iteration has no collective operation.
std::vector<std::uint64_t> matched_borders(const std::vector<std::uint64_t>& borders,
                                           const CollectiveCalls& of, const CollectiveCalls& own) {
  std::vector<std::uint64_t> matched;
  for (const std::uint64_t border : borders) {
    const std::size_t calls = of.before(border);
    const std::uint64_t after = calls == 0 ? border : border - of.calls()[calls - 1].end;
    const std::uint64_t ahead =
        calls < of.calls().size() ? of.calls()[calls].begin - border : after + 1;
    if (calls > own.calls().size()) return {};
    std::uint64_t place = 0;
    if (after <= ahead && calls > 0)
      place = own.calls()[calls - 1].end;
    else if (calls < own.calls().size())
      place = own.calls()[calls].begin;
    else
      return {};
    if (!matched.empty() && place <= matched.back()) return {};
    matched.push_back(place);
  }
  return matched;
}

class Matching {
 public:
  Matching(const TraceSource& trace, const ProgramStructure& program)
      : trace_(trace), program_(program) {
    for (std::size_t i = 0; i < program.loops.size(); ++i) {
      members_ += program.decides[i] ? 1 : 0;
      if (!reference_ && program.decides[i] && program.aligned_loop(LocationId(i)) != nullptr)
        reference_ = LocationId(i);
    }
  }

  // Returns the borders of a location that is not aligned.
  std::vector<std::uint64_t> borders(LocationId location) {
    if (!reference_) return {};
    if (!of_reference_) {
      communicator_ = common_communicator(trace_, *reference_, members_);
      if (!communicator_) reference_.reset();
      if (!reference_) return {};
      of_reference_.emplace(trace_, *reference_, *communicator_);
    }
    const CollectiveCalls own(trace_, location, *communicator_);
    return matched_borders(program_.aligned_loop(*reference_)->borders(), *of_reference_, own);
  }

 private:
  const TraceSource& trace_;
  const ProgramStructure& program_;
  std::size_t members_ = 0;
  std::optional<LocationId> reference_;
  std::optional<CommunicatorId> communicator_;
  std::optional<CollectiveCalls> of_reference_;
};

// Finds the positions at which a region's calls begin, and the end of the last call.
void find_calls(const TraceSource& trace, LocationId location, const std::string& name,
                std::vector<std::uint64_t>& positions, TimesAt& found) {
  struct Frame {
    RegionId region;
    bool outermost = false;
  };
  const Definitions& definitions = trace.definitions();
  OpenRegions<Frame> regions(definitions);
  std::uint64_t position = 0;
  std::uint64_t open = 0;
  std::uint64_t end = 0;
  Timestamp end_time;
  Duration end_off;
  for_each_measured_event(trace, location, [&](const Event& event, Duration off) {
    const auto begin = [&](RegionId region) {
      const bool is_one = region.index() < definitions.regions.size() &&
                          definitions.regions[region.index()].name == name;
      if (!is_one || open > 0) return Frame{region};
      ++open;
      positions.push_back(position);
      found.times.push_back(event.time);
      found.off.push_back(off);
      return Frame{region, true};
    };
    const auto leave = [&](const Frame& frame) {
      if (frame.outermost) --open;
    };
    const bool was_open = open > 0;
    regions.follow(event.body, begin, leave);
    ++position;
    if (was_open || open > 0) {
      end = position;
      end_time = event.time;
      end_off = off;
    }
  });
  if (positions.empty()) return;
  positions.push_back(end);
  found.times.push_back(end_time);
  found.off.push_back(end_off);
}

}  // namespace

Iterations iterations_of(const TraceSource& trace, const ProgramStructure& program,
                         std::size_t threads) {
  Iterations iterations;
  const std::size_t locations = program.loops.size();
  iterations.positions.resize(locations);
  iterations.borders.resize(locations);
  iterations.off.resize(locations);
  if (program.agreement.iterations == 0) return iterations;
  iterations.number = program.agreement.iterations;
  Matching matching(trace, program);
  for (std::size_t i = 0; i < locations; ++i) {
    if (!program.decides[i]) continue;
    const MainLoop* loop = program.aligned_loop(LocationId(i));
    iterations.positions[i] = loop != nullptr ? loop->borders() : matching.borders(LocationId(i));
  }
  for_each_location(locations, threads, [&](LocationId location) {
    const auto& positions = iterations.positions[location.index()];
    if (positions.empty()) return;
    TimesAt found = times_at(trace, location, positions);
    iterations.borders[location.index()] = std::move(found.times);
    iterations.off[location.index()] = std::move(found.off);
  });
  return iterations;
}

Iterations calls_of(const TraceSource& trace, const std::string& region, std::size_t threads) {
  const Definitions& definitions = trace.definitions();
  Iterations iterations;
  iterations.positions.resize(definitions.locations.size());
  iterations.borders.resize(definitions.locations.size());
  iterations.off.resize(definitions.locations.size());
  const std::vector<bool> decides = deciding_locations(definitions);
  for_each_location(definitions.locations.size(), threads, [&](LocationId location) {
    if (!decides[location.index()]) return;
    TimesAt found;
    find_calls(trace, location, region, iterations.positions[location.index()], found);
    iterations.borders[location.index()] = std::move(found.times);
    iterations.off[location.index()] = std::move(found.off);
  });
  std::map<std::size_t, std::size_t> votes;
  for (const auto& borders : iterations.borders)
    if (!borders.empty()) ++votes[borders.size() - 1];
  std::size_t most = 0;
  for (const auto& [number, processes] : votes) {
    if (processes < most) continue;
    most = processes;
    iterations.number = number;
  }
  for (std::size_t i = 0; i < iterations.borders.size(); ++i) {
    if (iterations.borders[i].size() == iterations.number + 1) continue;
    iterations.positions[i].clear();
    iterations.borders[i].clear();
  }
  return iterations;
}

}  // namespace lull::structure
