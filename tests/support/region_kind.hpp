// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What role and paradigm a measurement system gives a region of a certain name, so that a test
// trace needs to say no more than the name.
#pragma once

#include <optional>
#include <string_view>

#include "lull/trace/event/enums.hpp"

namespace lull::support {

struct RegionKind {
  RegionRole role = RegionRole::Function;
  Paradigm paradigm = Paradigm::User;
};

// "MPI_Recv" is point-to-point of MPI, "!$omp barrier @a.c:4" a barrier of OpenMP, "main" a
// function of the user.
[[nodiscard]] RegionKind region_kind(std::string_view name);

// The operation behind "MPI_Iallreduce", "shmem_barrier_all", …; none for other functions.
[[nodiscard]] std::optional<CollectiveOperation> collective_operation(std::string_view name);

// From the names of the enumerators as OTF2 prints them: "COLL_ALL2ALL", "OPENMP", "BCAST"; also
// in lower case.
[[nodiscard]] std::optional<RegionRole> parse_role(std::string_view text);
[[nodiscard]] std::optional<Paradigm> parse_paradigm(std::string_view text);
[[nodiscard]] std::optional<CollectiveOperation> parse_operation(std::string_view text);

}  // namespace lull::support
