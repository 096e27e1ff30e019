// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Late senders in the first step of a wave that comes from another corner than the wave before. The
// steps of a process are derived from its messages along a grid.
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "support/reference/severities.hpp"

namespace lull::reference {
namespace {

// Indexed by dimension: -1 or 1; no entry if a message does not move along it.
using Sides = std::map<std::size_t, int>;

struct Hop {
  const Topology* grid = nullptr;
  bool receive = false;
  Sides sides;
  std::size_t dimensions = 0;
  std::optional<LateReceive> late;
};

struct Step {
  std::vector<Hop> receives, sends;
};

class RefillAnalysis {
 public:
  RefillAnalysis(const TraceModel& model, const LateReceives& late, Severities& severities)
      : model_(model), late_(late), severities_(severities) {}

  void run(ProcessId process) {
    std::map<const Topology*, Step> steps;
    for (const EventRef& ref : model_.events_of(process)) {
      const std::optional<Hop> hop = hop_at(ref, process);
      if (!hop) continue;
      Step& step = steps[hop->grid];
      if (begins_new(*hop, step)) {
        judge(step, before_[hop->grid]);
        step = {};
      }
      (hop->receive ? step.receives : step.sends).push_back(*hop);
    }
    for (const auto& [grid, step] : steps) judge(step, before_[grid]);
    before_.clear();
  }

 private:
  static std::size_t large_dimensions(const Topology& topology) {
    std::size_t count = 0;
    for (const auto& dimension : topology.dimensions) count += dimension.size > 1 ? 1 : 0;
    return count;
  }
  std::optional<std::vector<std::uint32_t>> place(const Topology& topology,
                                                  ProcessId process) const {
    for (const auto& [rank, coordinates] : topology.coordinates) {
      const LocationId location =
          model_.definitions->location_of(topology.communicator, rank, LocationId{});
      if (location.defined() && model_.process_of(location) == process) return coordinates;
    }
    return {};
  }
  const Topology* topology_of(CommunicatorId communicator, ProcessId a, ProcessId b) const {
    std::vector<const Topology*> holding;
    for (const Topology& topology : model_.definitions->topologies) {
      const std::size_t dimensions = large_dimensions(topology);
      if (dimensions < 2 || dimensions > 3) continue;
      if (topology.communicator == communicator) return &topology;
      if (place(topology, a) && place(topology, b)) holding.push_back(&topology);
    }
    return holding.size() == 1 ? holding.front() : nullptr;
  }

  std::optional<Hop> hop_at(const EventRef& ref, ProcessId process) const {
    const EventBody& body = model_.event(ref).body;
    std::uint32_t rank = 0;
    CommunicatorId communicator;
    Hop hop;
    if (const auto* send = std::get_if<MpiSend>(&body)) {
      rank = send->receiver, communicator = send->communicator;
    } else if (const auto* isend = std::get_if<MpiIsend>(&body)) {
      rank = isend->receiver, communicator = isend->communicator;
    } else if (const auto* recv = std::get_if<MpiRecv>(&body)) {
      rank = recv->sender, communicator = recv->communicator, hop.receive = true;
    } else if (const auto* irecv = std::get_if<MpiIrecv>(&body)) {
      rank = irecv->sender, communicator = irecv->communicator, hop.receive = true;
    } else {
      return {};
    }
    const LocationId other = model_.definitions->location_of(communicator, rank, ref.location);
    if (!other.defined()) return {};
    const ProcessId partner = model_.process_of(other);
    const Topology* const topology = topology_of(communicator, process, partner);
    if (topology == nullptr) return {};
    hop.grid = topology;
    if (!find_sides(*topology, process, partner, hop)) return {};
    if (const auto found = late_.find({ref.location, ref.index}); found != late_.end())
      hop.late = found->second;
    return hop;
  }

  bool find_sides(const Topology& topology, ProcessId process, ProcessId partner, Hop& hop) const {
    const auto here = place(topology, process), there = place(topology, partner);
    if (!here || !there) return false;
    for (std::size_t d = 0; d < topology.dimensions.size(); ++d) {
      const std::int64_t size = topology.dimensions[d].size;
      if (size < 2) continue;
      std::int64_t distance = std::int64_t{(*there)[d]} - (*here)[d];
      if (topology.dimensions[d].periodic && size > 2 && std::abs(distance) == size - 1)
        distance = distance > 0 ? -1 : 1;
      if (std::abs(distance) > 1) return false;
      if (distance != 0) hop.sides[hop.dimensions] = static_cast<int>(distance);
      ++hop.dimensions;
    }
    return !hop.sides.empty();
  }

  static bool shares_side(const Hop& hop, const std::vector<Hop>& others) {
    for (const Hop& other : others)
      for (const auto& [d, side] : hop.sides)
        if (const auto same = other.sides.find(d);
            same != other.sides.end() && same->second == side)
          return true;
    return false;
  }
  static bool shares_dimension(const Hop& hop, const std::vector<Hop>& others) {
    for (const Hop& other : others)
      for (const auto& [d, side] : hop.sides)
        if (other.sides.contains(d)) return true;
    return false;
  }

  static bool begins_new(const Hop& hop, const Step& step) {
    if (hop.receive) return !step.sends.empty() || shares_side(hop, step.receives);
    if (shares_dimension(hop, step.sends)) return true;
    return !step.sends.empty() && shares_side(hop, step.receives);
  }

  static bool is_wave(const Step& step) {
    for (std::size_t i = 0; i < step.receives.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (shares_dimension(step.receives[i], {step.receives[j]})) return false;
    return step.sends.empty() || !shares_side(step.sends.front(), step.receives);
  }

  void judge(const Step& step, Sides& before) {
    std::size_t dimensions = 0;
    Sides corner;
    for (const Hop& hop : step.sends) {
      dimensions = std::max(dimensions, hop.dimensions);
      for (const auto& [d, side] : hop.sides) corner[d] = -side;
    }
    for (const Hop& hop : step.receives) {
      dimensions = std::max(dimensions, hop.dimensions);
      for (const auto& [d, side] : hop.sides) corner[d] = side;
    }
    if (!is_wave(step)) return before.clear();
    for (const auto& [d, side] : before)
      if (d < dimensions) corner.try_emplace(d, side);
    const bool refill = corner.size() == dimensions && corner != before;
    if (refill)
      for (const Hop& hop : step.receives)
        if (hop.late) charge(*hop.late, corner);
    before = corner;
  }

  void charge(const LateReceive& late, const Sides& corner) {
    std::string name = "mpi_refill_";
    name += corner.at(1) < 0 ? 's' : 'n';
    name += corner.at(0) < 0 ? 'w' : 'e';
    if (corner.size() == 3) name += corner.at(2) < 0 ? 'b' : 't';
    severities_.charge("mpi_refill", late.call, late.waiting);
    severities_.charge(name, late.call, late.waiting);
  }

  const TraceModel& model_;
  const LateReceives& late_;
  Severities& severities_;
  std::map<const Topology*, Sides> before_;
};

}  // namespace

void analyse_refill(const TraceModel& model, const LateReceives& late, Severities& severities) {
  RefillAnalysis analysis(model, late, severities);
  for (std::size_t i = 0; i < model.definitions->processes.size(); ++i) analysis.run(ProcessId{i});
}

}  // namespace lull::reference
