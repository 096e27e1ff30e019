// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstddef>

#include "lull/recorder/assembly/definitions/archive_definitions.hpp"

namespace lull::recorder {
namespace {

void write_communicator(DefinitionOutput& output, OTF2_CommRef number,
                        const MergedCommunicator& communicator,
                        const std::vector<std::uint64_t>& world) {
  const auto parent = static_cast<OTF2_CommRef>(communicator.parent.value_or(OTF2_UNDEFINED_COMM));
  std::string name = communicator.name;
  if (communicator.groups.size() == 2) {
    const OTF2_GroupRef a =
        output.group("", OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI, communicator.groups[0]);
    const OTF2_GroupRef b =
        output.group("", OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI, communicator.groups[1]);
    expect_written(OTF2_GlobalDefWriter_WriteInterComm(output.writer(), number, output.string(name),
                                                       a, b, 0, OTF2_COMM_FLAG_NONE));
    return;
  }
  OTF2_GroupRef members = 0;
  if (communicator.id == "self") {
    name = "MPI_COMM_SELF";
    members = output.group("", OTF2_GROUP_TYPE_COMM_SELF, OTF2_PARADIGM_MPI, {});
  } else if (communicator.id == "world") {
    name = communicator.name.starts_with("MPI_COMM_WORLD (") ? communicator.name : "MPI_COMM_WORLD";
    members = output.group("", OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI,
                           communicator.groups.empty() ? world : communicator.groups.front());
  } else {
    members = output.group(
        "", OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI,
        communicator.groups.empty() ? std::vector<std::uint64_t>{} : communicator.groups.front());
  }
  expect_written(OTF2_GlobalDefWriter_WriteComm(output.writer(), number, output.string(name),
                                                members, parent, OTF2_COMM_FLAG_NONE));
}

// Writes an active set; one without a list of members contains all PEs.
void write_pes(DefinitionOutput& output, OTF2_CommRef number, const MergedCommunicator& set,
               const std::vector<std::uint64_t>& all) {
  const OTF2_GroupRef members = output.group("", OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_SHMEM,
                                             set.groups.empty() ? all : set.groups.front());
  expect_written(OTF2_GlobalDefWriter_WriteComm(output.writer(), number, output.string(""), members,
                                                OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE));
}

}  // namespace

void write_communicators(DefinitionOutput& output) {
  const auto& all = output.all().communicators;
  const auto is_of_mpi = [](const MergedCommunicator& one) { return !one.pes; };
  std::vector<std::uint64_t> masters;
  std::vector<std::uint64_t> ranks;
  for (std::size_t rank = 0; rank < output.parts().size(); ++rank) {
    if (!output.parts()[rank].rank) break;  // no member of any communicator
    masters.push_back(location_of(rank, 0));
    ranks.push_back(rank);
  }
  if (std::ranges::any_of(all, is_of_mpi)) {
    // The numbers of these groups are already assigned: no group may be written before them.
    output.group("", OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI, masters);
    for (const auto& members : output.all().groups)
      output.group("", OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI, members);
  }
  if (!std::ranges::all_of(all, is_of_mpi))
    output.group("", OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_SHMEM, masters);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].pes)
      write_pes(output, static_cast<OTF2_CommRef>(i), all[i], ranks);
    else
      write_communicator(output, static_cast<OTF2_CommRef>(i), all[i], ranks);
  }
}

}  // namespace lull::recorder
