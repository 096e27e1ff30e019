// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <set>
#include <string>

#include "lull/recorder/assembly/definitions/archive_definitions.hpp"

namespace lull::recorder {
namespace {

// Writes OpenMP teams, or POSIX thread contingents. Members are indices into the list of all
// threads that are in any of them.
void write_teams(DefinitionOutput& output, bool contingents, OTF2_Paradigm paradigm,
                 const std::string& name) {
  const MergedDefinitions& all = output.all();
  std::set<std::uint64_t> in_teams;
  for (const MergedTeam& team : all.teams)
    if (team.contingent == contingents)
      in_teams.insert(team.locations.begin(), team.locations.end());
  if (in_teams.empty()) return;
  const std::vector<std::uint64_t> locations(in_teams.begin(), in_teams.end());
  output.group(name, OTF2_GROUP_TYPE_COMM_LOCATIONS, paradigm, locations);
  for (std::size_t i = 0; i < all.teams.size(); ++i) {
    if (all.teams[i].contingent != contingents) continue;
    std::vector<std::uint64_t> members;
    for (const std::uint64_t location : all.teams[i].locations)
      members.push_back(static_cast<std::uint64_t>(std::ranges::lower_bound(locations, location) -
                                                   locations.begin()));
    const OTF2_GroupRef group = output.group("", OTF2_GROUP_TYPE_COMM_GROUP, paradigm, members);
    expect_written(OTF2_GlobalDefWriter_WriteComm(
        output.writer(), static_cast<OTF2_CommRef>(all.communicators.size() + i), output.string(""),
        group, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE));
  }
}

}  // namespace

void write_threads(DefinitionOutput& output) {
  write_teams(output, false, OTF2_PARADIGM_OPENMP, "OpenMP");
  write_teams(output, true, OTF2_PARADIGM_PTHREAD, "Pthread");
}

}  // namespace lull::recorder
