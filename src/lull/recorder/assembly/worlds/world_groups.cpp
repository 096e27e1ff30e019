// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/assembly/worlds/world_groups.hpp"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

namespace lull::recorder {
namespace {

using Job = std::map<std::string, std::string>;

struct Candidate {
  World world;
  Job job;
};

std::uint64_t begin_of(const ProcessPart& part) {
  if (part.began != 0) return part.began;
  return part.clocks.empty() ? 0 : part.clocks.front().nanoseconds;
}

bool is_whole(const World& world) { return world.members.size() == world.size; }

enum class Kinship { None, Possible, Certain };

Kinship kinship_of(const Job& a, const Job& b) {
  bool shared = false;
  for (const auto& [launcher, job] : a) {
    const auto other = b.find(launcher);
    if (other == b.end()) continue;
    if (other->second != job) return Kinship::None;
    shared = true;
  }
  return shared ? Kinship::Certain : Kinship::Possible;
}

bool fit_together(const World& a, const World& b) {
  return a.size == b.size && std::ranges::none_of(a.members, [&b](const auto& member) {
           return b.members.contains(member.first);
         });
}

// Groups processes whose launchers report the same job, in the order in which they began.
std::vector<Candidate> candidates_of(const std::vector<ProcessPart>& parts) {
  using Key = std::tuple<std::uint32_t, Job, std::string>;
  struct Unit {
    std::vector<std::size_t> candidates;
    std::map<std::uint32_t, std::size_t> times;  // keyed by rank: number of processes with it
  };
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i].rank) order.push_back(i);
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return begin_of(parts[i]); });
  std::map<Key, Unit> units;
  std::vector<Candidate> candidates;
  for (const std::size_t i : order) {
    const ProcessPart& part = parts[i];
    std::size_t place = candidates.size();
    if (part.world_size > 1) {
      Unit& unit = units[{part.world_size, part.job, part.job.empty() ? part.parent : ""}];
      const std::size_t time = unit.times[*part.rank]++;
      if (time == unit.candidates.size()) unit.candidates.push_back(place);
      place = unit.candidates[time];
    }
    if (place == candidates.size()) {
      Candidate& made = candidates.emplace_back();
      made.world.size = part.world_size;
      made.world.began = begin_of(part);
      made.job = part.job;
    }
    World& world = candidates[place].world;
    world.members.emplace(*part.rank, i);
    for (const RecordedMeeting& meeting : part.meetings)
      world.spawned |= meeting.kind == RecordedMeeting::Kind::Spawned;
  }
  return candidates;
}

// Returns the only candidate with the ranks that this one lacks; null if there is none, or several.
Candidate* other_half_of(const Candidate& one, std::vector<Candidate*>& incomplete) {
  std::vector<Candidate*> possible;
  for (Candidate* const other : incomplete) {
    if (!fit_together(one.world, other->world)) continue;
    const Kinship kinship = kinship_of(one.job, other->job);
    if (kinship == Kinship::Certain) return other;
    if (kinship == Kinship::Possible) possible.push_back(other);
  }
  return possible.size() == 1 ? possible.front() : nullptr;
}

// Helps with launchers that provide less information on one node than on another.
void merge_halves(std::vector<Candidate>& candidates) {
  std::vector<Candidate*> incomplete;
  for (Candidate& one : candidates) {
    if (is_whole(one.world)) continue;
    Candidate* const other = other_half_of(one, incomplete);
    if (other == nullptr) {
      incomplete.push_back(&one);
      continue;
    }
    other->world.members.merge(one.world.members);
    other->world.spawned |= one.world.spawned;
    other->job.merge(one.job);
    if (is_whole(other->world)) std::erase(incomplete, other);
  }
  std::erase_if(candidates, [](const Candidate& one) { return one.world.members.empty(); });
}

// Adds processes that ended before they knew their rank.
void add_early_ended(std::vector<ProcessPart>& parts, std::vector<Candidate>& candidates) {
  std::vector<Candidate*> incomplete;
  for (Candidate& one : candidates)
    if (!is_whole(one.world)) incomplete.push_back(&one);
  for (std::size_t i = 0; i < parts.size() && !incomplete.empty(); ++i) {
    ProcessPart& part = parts[i];
    const bool in_init = std::ranges::any_of(part.regions, [](const RecordedRegion& region) {
      return region.name.starts_with("MPI_Init") || region.name.starts_with("shmem_init");
    });
    if (part.rank || !part.launched_rank || !in_init) continue;
    const std::uint32_t rank = *part.launched_rank;
    const auto world = std::ranges::find_if(incomplete, [&](const Candidate* one) {
      return rank < one->world.size && !one->world.members.contains(rank) &&
             kinship_of(part.job, one->job) == Kinship::Certain;
    });
    if (world == incomplete.end()) continue;
    part.rank = rank;
    part.world_size = (*world)->world.size;
    (*world)->world.members.emplace(rank, i);
  }
}

}  // namespace

std::vector<World> group_worlds(std::vector<ProcessPart>& parts) {
  std::vector<Candidate> candidates = candidates_of(parts);
  merge_halves(candidates);
  add_early_ended(parts, candidates);
  std::vector<World> worlds;
  for (Candidate& one : candidates) worlds.push_back(std::move(one.world));
  std::ranges::stable_sort(worlds, {}, &World::began);
  for (std::size_t i = 0; i < worlds.size(); ++i)
    for (const auto& [rank, place] : worlds[i].members) parts[place].world = i;
  return worlds;
}

}  // namespace lull::recorder
