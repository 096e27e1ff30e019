// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The role and paradigm that a measurement system gives a region with a certain name, so that a
// test trace needs only the name.
#pragma once

#include <optional>
#include <string_view>

#include "lull/trace/event/enums.hpp"

namespace lull::support {

struct RegionKind {
  RegionRole role = RegionRole::Function;
  Paradigm paradigm = Paradigm::User;
};

// "MPI_Recv" is MPI point-to-point, "!$omp barrier @a.c:4" an OpenMP barrier, "main" a user
// function.
[[nodiscard]] RegionKind region_kind(std::string_view name);

// Returns the operation for "MPI_Iallreduce", "shmem_barrier_all", …; nothing for other functions.
[[nodiscard]] std::optional<CollectiveOperation> collective_operation(std::string_view name);

// Parse the names of the enumerators as printed by OTF2, such as "COLL_ALL2ALL", "OPENMP", "BCAST",
// or in lower case.
[[nodiscard]] std::optional<RegionRole> parse_role(std::string_view text);
[[nodiscard]] std::optional<Paradigm> parse_paradigm(std::string_view text);
[[nodiscard]] std::optional<CollectiveOperation> parse_operation(std::string_view text);

}  // namespace lull::support
