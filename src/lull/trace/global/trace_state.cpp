// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/global/trace_state.hpp"

namespace lull {
namespace {

template <class Map, class Key>
const typename Map::mapped_type* find_in(const Map& map, const Key& key) {
  const auto found = map.find(key);
  return found == map.end() ? nullptr : &found->second;
}

}  // namespace

TraceState::TraceState(const Definitions& definitions, CallTree& tree)
    : definitions_(&definitions),
      tree_(&tree),
      stacks_(definitions.location_count(), OpenRegions<Frame>(definitions)),
      pending_(definitions.location_count()),
      of_processes_(definitions.processes.size()) {
  for (const Location& location : definitions.locations) processes_.push_back(location.process);
}

std::uint64_t TraceState::collective_key(CommunicatorId communicator, LocationId location) const {
  const bool own = communicator.defined() &&
                   definitions_->communicators[communicator.index()].kind == CommunicatorKind::Self;
  const std::uint64_t side = own ? std::uint64_t{process_of(location).value} + 1 : 0;
  return side << 32 | communicator.value;
}

const std::deque<CollectiveProgress>& TraceState::collectives(CommunicatorId communicator,
                                                              LocationId location) const {
  static const std::deque<CollectiveProgress> kNone;
  const auto* progress = find_in(rare_.collectives, collective_key(communicator, location));
  return progress == nullptr ? kNone : progress->open;
}

const OpenTeam* TraceState::team(CommunicatorId team) const { return find_in(rare_.teams, team); }

const LockState* TraceState::lock(LocationId location, std::uint32_t lock) const {
  const LockState* found = nullptr;
  const ProcessId process = process_of(location);
  for (auto place = rare_.thread_locks.lower_bound({process, lock, Paradigm{}});
       place != rare_.thread_locks.end() && std::get<0>(place->first) == process &&
       std::get<1>(place->first) == lock;
       ++place)
    if (found == nullptr || place->second.last > found->last) found = &place->second;
  return found;
}

const LockState* TraceState::lock(WindowId window, std::uint32_t rank, std::uint64_t lock) const {
  return find_in(rare_.window_locks, WindowLock(window, rank, lock));
}

const RmaEpoch* TraceState::epoch(WindowId window, LocationId location) const {
  return find_in(rare_.epochs, std::pair(window, location));
}

}  // namespace lull
