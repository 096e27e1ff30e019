// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/unified.hpp"

#include <map>

namespace lull::recorder {

Unified unify(std::span<const ProcessPart> parts) {
  Unified all;
  std::map<RecordedRegion, std::uint64_t> regions;
  std::map<std::string, std::uint64_t> communicators;
  for (const ProcessPart& part : parts) {
    auto& region_numbers = all.region_numbers.emplace_back();
    for (const RecordedRegion& region : part.regions) {
      const auto [entry, fresh] = regions.emplace(region, all.regions.size());
      if (fresh) all.regions.push_back(region);
      region_numbers.push_back(entry->second);
    }
    auto& communicator_numbers = all.communicator_numbers.emplace_back();
    for (const RecordedCommunicator& communicator : part.communicators) {
      const auto [entry, fresh] = communicators.emplace(communicator.id, all.communicators.size());
      if (fresh) all.communicators.push_back({communicator.id, {}});
      if (!communicator.groups.empty())
        all.communicators[entry->second].groups = communicator.groups;
      communicator_numbers.push_back(entry->second);
    }
  }
  return all;
}

}  // namespace lull::recorder
