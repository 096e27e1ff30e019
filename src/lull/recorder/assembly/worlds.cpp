// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/assembly/worlds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "lull/base/error.hpp"

namespace lull::recorder {
namespace {

struct World {
  std::uint64_t began = ~std::uint64_t{0};
  std::size_t processes = 0;
  std::size_t place = 0;    // among the worlds, from 0
  std::uint64_t first = 0;  // the rank that its rank 0 has in the archive
};

std::uint64_t begin_of(const ProcessPart& part) {
  return part.clocks.empty() ? 0 : part.clocks.front().nanoseconds;
}

std::map<std::uint64_t, World> worlds_of(const std::vector<ProcessPart>& parts) {
  std::map<std::uint64_t, World> worlds;
  for (const ProcessPart& part : parts) {
    if (!part.rank) continue;
    World& world = worlds[part.world];
    world.began = std::min(world.began, begin_of(part));
    ++world.processes;
  }
  std::vector<World*> in_order;
  for (auto& [id, world] : worlds) in_order.push_back(&world);
  std::ranges::sort(in_order, {}, &World::began);
  std::uint64_t first = 0;
  for (std::size_t i = 0; i < in_order.size(); ++i) {
    in_order[i]->place = i;
    in_order[i]->first = first;
    first += in_order[i]->processes;
  }
  return worlds;
}

void shift(std::vector<std::uint64_t>& ranks, std::uint64_t by) {
  for (std::uint64_t& rank : ranks)
    if (rank != kUnknownMember) rank += by;
}

// What both sides of a communicator call it, by world and by what each calls it itself.
using Bridges = std::map<std::pair<std::uint64_t, std::string>, std::string>;

Bridges bridges_of(const std::vector<ProcessPart>& parts) {
  Bridges bridges;
  for (const ProcessPart& part : parts)
    for (const RecordedBridge& bridge : part.bridges)
      bridges[{part.world, part.communicators[bridge.communicator].id}] = "over " + bridge.token;
  return bridges;
}

// Gives these communicators, and what was made out of them, names that both sides have. Whether
// each has one now.
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

// Gives what the part says of its world the names and ranks of the archive.
void move_into_archive(ProcessPart& part, const World& world, const std::vector<bool>& common) {
  *part.rank += static_cast<std::uint32_t>(world.first);
  for (auto& members : part.groups) shift(members, world.first);
  for (std::size_t i = 0; i < part.communicators.size(); ++i) {
    RecordedCommunicator& communicator = part.communicators[i];
    for (auto& members : communicator.groups) shift(members, world.first);
    if (communicator.id == "world" || communicator.id == "pes") {
      std::vector<std::uint64_t> all(world.processes);
      std::iota(all.begin(), all.end(), world.first);
      communicator.groups = {all};
    }
    if (world.place == 0 || communicator.id.empty() || communicator.id == "self" || common[i])
      continue;
    if (communicator.id == "world")
      communicator.name = fmt::format("MPI_COMM_WORLD (spawned {})", world.place);
    communicator.id += fmt::format(" of world {}", world.place);
  }
}

}  // namespace

void join_worlds(std::vector<ProcessPart>& parts) {
  const auto worlds = worlds_of(parts);
  const bool is_only =
      worlds.size() == 1 &&
      std::ranges::all_of(parts, [](const ProcessPart& part) { return part.rank.has_value(); });
  const Bridges bridges = bridges_of(parts);
  for (ProcessPart& part : parts) {
    if (!part.rank || (is_only && bridges.empty())) continue;
    const std::vector<bool> common = cross(part, bridges);
    if (!is_only) move_into_archive(part, worlds.at(part.world), common);
  }
  const auto place = [](const ProcessPart& part) {
    return std::make_tuple(!part.rank, part.rank.value_or(0), begin_of(part), part.pid);
  };
  std::ranges::sort(parts, {}, place);
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i].rank && *parts[i].rank != i)
      throw input_error("the processes do not belong to one program run: rank {} is {}", i,
                        *parts[i].rank < i ? "present more than once" : "missing");
}

}  // namespace lull::recorder
