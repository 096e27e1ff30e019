// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <set>

#include "lull/recorder/archive_definitions.hpp"

namespace lull::recorder {
namespace {

// Members are counted in the list of all threads that are in any team.
void write_teams(DefinitionOutput& output) {
  const Unified& all = output.all();
  std::set<std::uint64_t> in_teams;
  for (const UnifiedTeam& team : all.teams)
    in_teams.insert(team.locations.begin(), team.locations.end());
  const std::vector<std::uint64_t> locations(in_teams.begin(), in_teams.end());
  output.group("OpenMP", OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_OPENMP, locations);
  auto number = static_cast<OTF2_CommRef>(all.communicators.size());
  for (const UnifiedTeam& team : all.teams) {
    std::vector<std::uint64_t> members;
    for (const std::uint64_t location : team.locations)
      members.push_back(static_cast<std::uint64_t>(std::ranges::lower_bound(locations, location) -
                                                   locations.begin()));
    const OTF2_GroupRef group =
        output.group("", OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_OPENMP, members);
    expect_written(OTF2_GlobalDefWriter_WriteComm(output.writer(), number++, output.string(""),
                                                  group, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE));
  }
}

}  // namespace

void write_threads(DefinitionOutput& output) {
  if (!output.all().teams.empty()) write_teams(output);
}

}  // namespace lull::recorder
