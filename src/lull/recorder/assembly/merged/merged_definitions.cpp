// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/assembly/merged/merged_definitions.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "lull/recorder/assembly/merged/merged_tables.hpp"

namespace lull::recorder {

namespace {

// Returns the number of the next team, after the communicators.
std::uint64_t next_team(const MergedDefinitions& all) {
  return all.communicators.size() + all.teams.size();
}

void merge_contingent(const ProcessPart& part, std::size_t rank, MergedDefinitions& all) {
  if (!part.contingent) return;
  auto& numbers = all.communicator_numbers[rank];
  if (numbers.size() <= *part.contingent) numbers.resize(*part.contingent + 1, kNoCommunicator);
  numbers[*part.contingent] = next_team(all);
  auto& contingent = all.teams.emplace_back();
  contingent.contingent = true;
  for (const auto& [thread, events] : part.events)
    contingent.locations.push_back(location_of(rank, thread));
}

// No two processes share a team. Must be called when the number of communicators is final.
void add_teams(std::span<const ProcessPart> parts, MergedDefinitions& all) {
  for (std::size_t rank = 0; rank < parts.size(); ++rank) {
    std::map<std::vector<std::uint32_t>, std::uint64_t> known;
    auto& numbers = all.communicator_numbers[rank];
    for (const auto& [number, threads] : parts[rank].teams) {
      if (numbers.size() <= number) numbers.resize(number + 1, kNoCommunicator);
      const auto [entry, fresh] = known.emplace(threads, next_team(all));
      numbers[number] = entry->second;
      if (!fresh) continue;
      auto& team = all.teams.emplace_back();
      for (const std::uint32_t thread : threads)
        team.locations.push_back(location_of(rank, thread));
    }
    merge_contingent(parts[rank], rank, all);
  }
}

// Forgets communicators without all members: a rank there would be mistaken for another member's.
void forget_foreign(MergedDefinitions& all) {
  for (MergedCommunicator& communicator : all.communicators) {
    const bool has_all =
        communicator.id == "world" || communicator.id == "self" || communicator.pes;
    communicator.foreign |= communicator.groups.empty() && !has_all;  // no process recorded them
    for (auto& group : communicator.groups)
      communicator.foreign |= std::erase(group, kUnknownMember) > 0;
  }
  const auto forget = [&all](std::uint64_t& number) {
    if (number != kNoCommunicator && all.communicators[number].foreign) number = kNoCommunicator;
  };
  for (auto& numbers : all.communicator_numbers)
    for (std::uint64_t& number : numbers) forget(number);
  for (MergedWindow& window : all.windows) forget(window.communicator);
  for (MergedFileHandle& handle : all.file_handles) forget(handle.communicator);
}

}  // namespace

MergedDefinitions merge_definitions(std::span<const ProcessPart> parts, unsigned threads) {
  MergedDefinitions all = merge(parts, threads).take();
  forget_foreign(all);
  for (const ProcessPart& part : parts) add_measures(all.measures, part.measures);
  add_teams(parts, all);
  return all;
}

}  // namespace lull::recorder
