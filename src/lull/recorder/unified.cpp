// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/unified.hpp"

#include <otf2/otf2.h>

#include <map>
#include <tuple>

namespace lull::recorder {

namespace {

void unify_contingent(const ProcessPart& part, std::size_t rank, Unified& all) {
  if (!part.contingent) return;
  auto& numbers = all.communicator_numbers[rank];
  if (numbers.size() <= *part.contingent) numbers.resize(*part.contingent + 1, kNoCommunicator);
  numbers[*part.contingent] = all.communicators.size() + all.teams.size();
  auto& contingent = all.teams.emplace_back();
  contingent.contingent = true;
  for (const auto& [thread, events] : part.events)
    contingent.locations.push_back(location_of(rank, thread));
}

// A region that the source marks is the same in all places that give it one name.
RecordedRegion identity_of(RecordedRegion region) {
  if (region.paradigm == OTF2_PARADIGM_USER) {
    region.file.clear();
    region.line = region.end_line = 0;
  }
  return region;
}

// Behind the communicators, whose numbers have to be known.
void unify_teams(std::span<const ProcessPart> parts, Unified& all) {
  for (std::size_t rank = 0; rank < parts.size(); ++rank) {
    std::map<std::vector<std::uint32_t>, std::uint64_t> known;
    auto& numbers = all.communicator_numbers[rank];
    for (const auto& [number, threads] : parts[rank].teams) {
      if (numbers.size() <= number) numbers.resize(number + 1, kNoCommunicator);
      const auto [entry, fresh] =
          known.emplace(threads, all.communicators.size() + all.teams.size());
      numbers[number] = entry->second;
      if (!fresh) continue;
      auto& team = all.teams.emplace_back();
      for (const std::uint32_t thread : threads)
        team.locations.push_back(location_of(rank, thread));
    }
    unify_contingent(parts[rank], rank, all);
  }
}

void unify_groups(std::span<const ProcessPart> parts, Unified& all) {
  std::map<std::vector<std::uint64_t>, std::uint64_t> known;
  for (const ProcessPart& part : parts) {
    auto& numbers = all.group_numbers.emplace_back();
    for (const auto& members : part.groups) {
      const auto [entry, fresh] = known.emplace(members, kFirstGroup + all.groups.size());
      if (fresh) all.groups.push_back(members);
      numbers.push_back(entry->second);
    }
  }
}

// Behind the communicators, too.
void unify_windows(std::span<const ProcessPart> parts, Unified& all) {
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> known;
  for (std::size_t rank = 0; rank < parts.size(); ++rank) {
    auto& numbers = all.window_numbers.emplace_back();
    for (const RecordedWindow& window : parts[rank].windows) {
      const std::uint64_t communicator = all.communicator_numbers[rank].at(window.communicator);
      const auto [entry, fresh] =
          known.emplace(std::pair(communicator, window.index), all.windows.size());
      if (fresh) all.windows.push_back({communicator, window.name});
      numbers.push_back(entry->second);
    }
  }
}

void unify_files(std::span<const ProcessPart> parts, Unified& all) {
  std::map<std::string, std::uint64_t> files;
  std::map<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>, std::uint64_t> handles;
  for (std::size_t rank = 0; rank < parts.size(); ++rank) {
    auto& file_numbers = all.file_numbers.emplace_back();
    for (const std::string& path : parts[rank].files) {
      const auto [entry, fresh] = files.emplace(path, all.files.size());
      if (fresh) all.files.push_back(path);
      file_numbers.push_back(entry->second);
    }
    auto& handle_numbers = all.file_handle_numbers.emplace_back();
    for (const RecordedFileHandle& handle : parts[rank].file_handles) {
      const std::uint64_t communicator = all.communicator_numbers[rank].at(handle.communicator);
      const std::uint64_t file = file_numbers.at(handle.file);
      const auto [entry, fresh] =
          handles.emplace(std::tuple(communicator, handle.index, file), all.file_handles.size());
      if (fresh) all.file_handles.push_back({file, communicator});
      handle_numbers.push_back(entry->second);
    }
  }
}

}  // namespace

Unified unify(std::span<const ProcessPart> parts) {
  Unified all;
  std::map<RecordedRegion, std::uint64_t> regions;
  std::map<std::string, std::uint64_t> communicators;
  for (const ProcessPart& part : parts) {
    auto& region_numbers = all.region_numbers.emplace_back();
    for (const RecordedRegion& region : part.regions) {
      const auto [entry, fresh] = regions.emplace(identity_of(region), all.regions.size());
      if (fresh) all.regions.push_back(region);
      region_numbers.push_back(entry->second);
    }
    auto& communicator_numbers = all.communicator_numbers.emplace_back();
    for (const RecordedCommunicator& communicator : part.communicators) {
      if (communicator.id.empty()) {  // the number of a team, or of what was never made
        communicator_numbers.push_back(kNoCommunicator);
        continue;
      }
      const auto [entry, fresh] = communicators.emplace(communicator.id, all.communicators.size());
      if (fresh) all.communicators.emplace_back().id = communicator.id;
      UnifiedCommunicator& unified = all.communicators[entry->second];
      if (!communicator.groups.empty()) unified.groups = communicator.groups;
      if (!communicator.name.empty()) unified.name = communicator.name;
      unified.foreign |= communicator.foreign;
      if (communicator.parent) unified.parent = communicator_numbers.at(*communicator.parent);
      communicator_numbers.push_back(entry->second);
    }
  }
  // A rank in one of these would be taken for somebody else's.
  for (auto& numbers : all.communicator_numbers)
    for (std::uint64_t& number : numbers)
      if (number != kNoCommunicator && all.communicators[number].foreign) number = kNoCommunicator;
  for (const ProcessPart& part : parts) add_measures(all.measures, part.measures);
  unify_teams(parts, all);
  unify_groups(parts, all);
  unify_windows(parts, all);
  unify_files(parts, all);
  return all;
}

}  // namespace lull::recorder
