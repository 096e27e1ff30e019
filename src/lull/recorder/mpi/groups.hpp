// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The members of communicators.
#pragma once

#include <mpi.h>

#include <array>
#include <cstdint>
#include <vector>

namespace lull::recorder::mpi {

// Owns an MPI group.
class Group {
 public:
  explicit Group(MPI_Group group) : group_(group) {}
  static Group of(MPI_Comm communicator, bool remote);
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;
  ~Group() {
    if (group_ != MPI_GROUP_EMPTY) PMPI_Group_free(&group_);
  }
  [[nodiscard]] MPI_Group get() const { return group_; }
  // Returns the rank of its first member in another group; below 0 if it is not in that group.
  [[nodiscard]] int place_of_first(const Group& other) const;

 private:
  MPI_Group group_;
};

[[nodiscard]] bool is_inter(MPI_Comm communicator);
[[nodiscard]] int rank_in(MPI_Comm communicator);
// Returns the ranks of a group's members in this process's world (MPI_COMM_WORLD); below 0 for
// members in other worlds.
[[nodiscard]] std::vector<int> world_ranks(MPI_Group group);
[[nodiscard]] std::vector<int> members_of(MPI_Comm communicator, bool remote);

// Distinguishes communicators made at the same time from one parent: the ranks of their first
// members in the parent, by side.
[[nodiscard]] std::array<int, 2> first_members(MPI_Comm communicator, MPI_Comm parent, bool second);

[[nodiscard]] std::uint64_t hash_of(const std::vector<int>& ranks, std::uint64_t hash);

}  // namespace lull::recorder::mpi
