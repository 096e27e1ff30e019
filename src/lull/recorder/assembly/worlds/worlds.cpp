// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/assembly/worlds/worlds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <tuple>

#include "lull/base/error.hpp"
#include "lull/recorder/assembly/worlds/bridges.hpp"
#include "lull/recorder/assembly/worlds/world_groups.hpp"

namespace lull::recorder {
namespace {

std::uint64_t first_reading(const ProcessPart& part) {
  return part.clocks.empty() ? 0 : part.clocks.front().nanoseconds;
}

constexpr std::uint64_t kMostMissing = 1u << 17;

// Returns the suffix of each world for the names of its processes and communicator: empty if there
// is only one world.
std::vector<std::string> suffixes_of(const std::vector<World>& worlds) {
  const auto runs = std::ranges::count(worlds, false, &World::spawned);
  std::size_t run = 0;
  std::size_t spawned = 0;
  std::vector<std::string> suffixes;
  for (const World& world : worlds)
    if (world.spawned)
      suffixes.push_back(fmt::format(" (spawned {})", ++spawned));
    else
      suffixes.push_back(runs > 1 ? fmt::format(" (run {})", ++run) : "");
  return suffixes;
}

// Adds unrecorded processes as placeholders: others send to them, and wait for them.
void add_missing(std::vector<ProcessPart>& parts, std::vector<World>& worlds) {
  std::uint64_t missing = 0;
  for (const World& world : worlds) missing += world.size - world.members.size();
  if (missing > kMostMissing)
    throw input_error("{} of the processes that were run are not recorded", missing);
  const auto is_of_shmem = [](const RecordedCommunicator& one) {
    return one.id.empty() || one.pes;
  };
  for (std::size_t i = 0; i < worlds.size(); ++i) {
    const ProcessPart& other = parts[worlds[i].members.begin()->second];
    const bool only_pes = other.is_pe && std::ranges::all_of(other.communicators, is_of_shmem);
    for (std::uint32_t rank = 0; rank < worlds[i].size; ++rank) {
      if (!worlds[i].members.emplace(rank, parts.size()).second) continue;
      ProcessPart& part = parts.emplace_back();
      part.rank = rank;
      part.world_size = worlds[i].size;
      part.world = i;
      part.is_pe = only_pes;
      part.recorded = false;
      part.closed = part.ended = true;
      part.buffer = parts.front().buffer;
      part.events[0] = 0;
    }
  }
}

void shift(std::vector<std::uint64_t>& ranks, std::uint64_t by) {
  for (std::uint64_t& rank : ranks)
    if (rank != kUnknownMember) rank += by;
}

// Replaces the ids of these communicators, and of the communicators made from them, by ids that
// both sides share. Returns for each whether it has such an id.
std::vector<bool> cross(ProcessPart& part, const Bridges& bridges) {
  std::vector<bool> common;
  for (RecordedCommunicator& communicator : part.communicators) {
    const auto& origin = communicator.origin;
    const auto bridge =
        communicator.across ? bridges.find({part.world, communicator.id}) : bridges.end();
    if (bridge != bridges.end()) {
      communicator.id = bridge->second;
      common.push_back(true);
    } else {
      common.push_back(communicator.across && origin && origin->from < common.size() &&
                       common[origin->from]);
      if (common.back()) communicator.id = id_of_made(part.communicators[origin->from].id, *origin);
    }
  }
  return common;
}

// Translates the names and ranks of the part from its world to the archive, where `first` is the
// rank of the world's first process.
void move_into_archive(ProcessPart& part, std::uint64_t first, const std::string& suffix,
                       const std::vector<bool>& common) {
  *part.rank += static_cast<std::uint32_t>(first);
  for (auto& members : part.groups) shift(members, first);
  for (std::size_t i = 0; i < part.communicators.size(); ++i) {
    RecordedCommunicator& communicator = part.communicators[i];
    for (auto& members : communicator.groups) shift(members, first);
    if (communicator.id == "world" || communicator.id == "pes") {
      std::vector<std::uint64_t> all(part.world_size);
      std::iota(all.begin(), all.end(), first);
      communicator.groups = {all};
    }
    if (communicator.id == "world" && !suffix.empty())
      communicator.name = "MPI_COMM_WORLD" + suffix;
    if (part.world == 0 || communicator.id.empty() || communicator.id == "self" || common[i])
      continue;
    communicator.id += fmt::format(" of world {}", part.world);
  }
}

}  // namespace

void join_worlds(std::vector<ProcessPart>& parts) {
  std::vector<World> worlds = group_worlds(parts);
  add_missing(parts, worlds);
  const std::vector<std::string> suffixes = suffixes_of(worlds);
  std::vector<std::uint64_t> firsts{0};
  for (const World& world : worlds) firsts.push_back(firsts.back() + world.size);
  const bool is_only = worlds.size() == 1 && firsts.back() == parts.size();
  const Bridges bridges = find_bridges(parts);
  for (ProcessPart& part : parts) {
    if (!part.rank) continue;
    part.spawned = worlds[part.world].spawned;
    part.process_name = fmt::format(" {}{}", *part.rank, suffixes[part.world]);
    if (is_only && bridges.empty()) continue;
    const std::vector<bool> common = cross(part, bridges);
    if (!is_only) move_into_archive(part, firsts[part.world], suffixes[part.world], common);
  }
  const auto place = [](const ProcessPart& part) {
    return std::make_tuple(!part.rank, part.rank.value_or(0), first_reading(part), part.pid);
  };
  std::ranges::sort(parts, {}, place);
}

}  // namespace lull::recorder
