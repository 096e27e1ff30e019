// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/mpi/groups.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "lull/recorder/mpi/communicators.hpp"

namespace lull::recorder::mpi {

Group Group::of(MPI_Comm communicator, bool remote) {
  MPI_Group group;
  if (remote)
    PMPI_Comm_remote_group(communicator, &group);
  else
    PMPI_Comm_group(communicator, &group);
  return Group(group);
}

int Group::place_of_first(const Group& other) const {
  const int first = 0;
  int place = MPI_UNDEFINED;
  PMPI_Group_translate_ranks(group_, 1, &first, other.get(), &place);
  return std::max(place, -1);
}

bool is_inter(MPI_Comm communicator) {
  int inter = 0;
  PMPI_Comm_test_inter(communicator, &inter);
  return inter != 0;
}

int rank_in(MPI_Comm communicator) {
  int rank = 0;
  PMPI_Comm_rank(communicator, &rank);
  return rank;
}

std::vector<int> world_ranks(MPI_Group group) {
  int size = 0;
  PMPI_Group_size(group, &size);
  std::vector<int> ranks(static_cast<std::size_t>(size));
  std::iota(ranks.begin(), ranks.end(), 0);
  std::vector<int> of_world(ranks.size());
  const Group world(Communicators::instance().world_group());
  if (size > 0) PMPI_Group_translate_ranks(group, size, ranks.data(), world.get(), of_world.data());
  for (int& rank : of_world) rank = std::max(rank, -1);
  return of_world;
}

std::vector<int> members_of(MPI_Comm communicator, bool remote) {
  return world_ranks(Group::of(communicator, remote).get());
}

std::array<int, 2> first_members(MPI_Comm communicator, MPI_Comm parent, bool second) {
  const bool inter = is_inter(communicator);
  if (inter != is_inter(parent)) return {0, 0};  // only one is made
  std::array<int, 2> places{Group::of(communicator, false).place_of_first(Group::of(parent, false)),
                            0};
  if (!inter) return places;
  places[1] = Group::of(communicator, true).place_of_first(Group::of(parent, true));
  if (second) std::swap(places[0], places[1]);
  return places;
}

std::uint64_t hash_of(const std::vector<int>& ranks, std::uint64_t hash) {
  for (const int rank : ranks)
    hash = (hash ^ static_cast<std::uint64_t>(rank + 1)) * 0x9E3779B97F4A7C15ull + (hash >> 29);
  return hash;
}

}  // namespace lull::recorder::mpi
