// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/iterations.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace lull::structure {
namespace {

// The collective operations of one communicator in a location, and the calls around them.
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
    std::uint64_t end = 0;  // behind its last event
  };
  [[nodiscard]] const std::vector<Call>& calls() const { return calls_; }
  // How many are over before a position.
  [[nodiscard]] std::size_t before(std::uint64_t position) const {
    const auto behind = std::ranges::upper_bound(calls_, position, {}, &Call::end);
    return static_cast<std::size_t>(behind - calls_.begin());
  }

 private:
  struct Frame {
    RegionId region;
    std::uint64_t begin = 0;
  };
  std::vector<Call> calls_;
};

// The communicator of all ranks that most collective operations of a location use.
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

// Borders of a location that come behind as many collective operations as those of another one, on
// the same side of them. Empty where an iteration has none.
std::vector<std::uint64_t> matched_borders(const std::vector<std::uint64_t>& borders,
                                           const CollectiveCalls& of, const CollectiveCalls& own) {
  std::vector<std::uint64_t> matched;
  for (const std::uint64_t border : borders) {
    const std::size_t calls = of.before(border);
    const std::uint64_t behind = calls == 0 ? border : border - of.calls()[calls - 1].end;
    const std::uint64_t ahead =
        calls < of.calls().size() ? of.calls()[calls].begin - border : behind + 1;
    if (calls > own.calls().size()) return {};
    std::uint64_t place = 0;
    if (behind <= ahead && calls > 0)
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

  // Of a location that is not aligned.
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

// Where the calls of a region begin, and where the last of them ends.
void find_calls(const TraceSource& trace, LocationId location, const std::string& name,
                std::vector<std::uint64_t>& positions, std::vector<Timestamp>& times) {
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
  for_each_event(trace, location, [&](const Event& event) {
    const auto begin = [&](RegionId region) {
      const bool is_one = region.index() < definitions.regions.size() &&
                          definitions.regions[region.index()].name == name;
      if (!is_one || open > 0) return Frame{region};
      ++open;
      positions.push_back(position);
      times.push_back(event.time);
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
    }
  });
  if (positions.empty()) return;
  positions.push_back(end);
  times.push_back(end_time);
}

constexpr double kNarrowest = 1e-6;       // window
constexpr std::size_t kMostGroups = 100;  // so that groups are found in linear time

// Iterations sorted by their duration, grouped so that none reaches farther than the window.
class Grouping {
 public:
  explicit Grouping(const std::vector<double>& seconds) : seconds_(seconds) {
    for (std::uint32_t i = 0; i < seconds.size(); ++i)
      sorted_.push_back({std::log(std::max(seconds[i], 1e-12)), i});
    std::ranges::sort(sorted_);
  }

  // The densest window first, again and again; empty where more than so many are needed.
  [[nodiscard]] std::vector<IterationGroup> groups(double window, std::size_t most) const {
    const double width = 2 * std::log1p(window);
    if (needs_more(width, most)) return {};
    std::vector<std::pair<double, std::uint32_t>> rest = sorted_;
    std::vector<IterationGroup> groups;
    while (!rest.empty()) {
      if (groups.size() == most) return {};
      std::size_t best = 0;
      std::size_t best_size = 0;
      for (std::size_t begin = 0, end = 0; begin < rest.size(); ++begin) {
        while (end < rest.size() && rest[end].first - rest[begin].first <= width) ++end;
        if (end - begin <= best_size) continue;
        best = begin;
        best_size = end - begin;
      }
      const auto first = rest.begin() + static_cast<std::ptrdiff_t>(best);
      const auto last = first + static_cast<std::ptrdiff_t>(best_size);
      groups.push_back(group(first, last));
      rest.erase(first, last);
    }
    return groups;
  }

 private:
  // Whether no windows of that width, however they lie, are as few. Soon seen: it is asked again
  // and again where iterations are many and the window is small.
  [[nodiscard]] bool needs_more(double width, std::size_t most) const {
    std::size_t windows = 0;
    for (auto first = sorted_.begin(); first != sorted_.end(); ++windows) {
      if (windows == most) return true;
      const double begin = first->first;
      first = std::partition_point(first, sorted_.end(), [&](const auto& iteration) {
        return iteration.first - begin <= width;
      });
    }
    return false;
  }
  template <class Place>
  [[nodiscard]] IterationGroup group(Place first, Place last) const {
    IterationGroup group;
    group.representative = (first + (last - first) / 2)->second;
    for (auto place = first; place != last; ++place) {
      group.iterations.push_back(place->second);
      group.seconds += seconds_[place->second] / static_cast<double>(last - first);
    }
    std::ranges::sort(group.iterations);
    const auto last_of_all = static_cast<std::uint32_t>(seconds_.size() - 1);
    if (group.iterations.front() == 0)
      group.representative = 0;
    else if (group.iterations.back() == last_of_all)
      group.representative = last_of_all;
    return group;
  }

  const std::vector<double>& seconds_;
  std::vector<std::pair<double, std::uint32_t>> sorted_;
};

}  // namespace

Iterations iterations_of(const TraceSource& trace, const ProgramStructure& program,
                         std::size_t threads) {
  Iterations iterations;
  const std::size_t locations = program.loops.size();
  iterations.positions.resize(locations);
  iterations.borders.resize(locations);
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
    if (!positions.empty())
      iterations.borders[location.index()] = times_at(trace, location, positions);
  });
  return iterations;
}

Iterations calls_of(const TraceSource& trace, const std::string& region, std::size_t threads) {
  const Definitions& definitions = trace.definitions();
  Iterations iterations;
  iterations.positions.resize(definitions.locations.size());
  iterations.borders.resize(definitions.locations.size());
  const std::vector<bool> decides = deciding_locations(definitions);
  for_each_location(definitions.locations.size(), threads, [&](LocationId location) {
    if (decides[location.index()])
      find_calls(trace, location, region, iterations.positions[location.index()],
                 iterations.borders[location.index()]);
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

IterationGroups group_iterations(const Iterations& iterations, const Definitions& definitions,
                                 double window, std::size_t most_groups) {
  IterationGroups result;
  result.window = std::max(window, kNarrowest);
  result.seconds.assign(iterations.number, 0);
  std::size_t locations = 0;
  for (std::size_t i = 0; i < iterations.borders.size(); ++i) {
    if (!iterations.has(LocationId(i))) continue;
    ++locations;
    for (std::size_t iteration = 0; iteration < iterations.number; ++iteration)
      result.seconds[iteration] +=
          definitions.seconds(iterations.duration(LocationId(i), iteration));
  }
  if (locations == 0) return result;
  for (double& seconds : result.seconds) seconds /= static_cast<double>(locations);
  const Grouping grouping(result.seconds);
  while ((result.groups = grouping.groups(result.window, std::max<std::size_t>(1, most_groups)))
             .empty())
    result.window *= 1.25;
  const auto comes_first = [](const IterationGroup& a, const IterationGroup& b) {
    if (a.iterations.size() != b.iterations.size())
      return a.iterations.size() > b.iterations.size();
    return a.seconds < b.seconds;
  };
  std::ranges::sort(result.groups, comes_first);
  return result;
}

std::size_t most_groups_of(std::size_t iterations) {
  return std::clamp<std::size_t>(iterations / 10, 3, kMostGroups);
}

std::vector<bool> representatives(const IterationGroups& groups) {
  std::vector<bool> chosen(groups.seconds.size());
  for (const IterationGroup& group : groups.groups) chosen[group.representative] = true;
  return chosen;
}

}  // namespace lull::structure
