// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "lull/trace/definitions/definitions.hpp"

namespace lull {

// Each world has one of that name, and perhaps of a longer one.
[[nodiscard]] inline bool is_mpi_world(const Communicator& communicator) {
  return communicator.kind == CommunicatorKind::Intra &&
         communicator.name.starts_with("MPI_COMM_WORLD");
}

// Whether processes may have begun at different times: some were spawned, or met others later, or
// belong to another program run, and did not begin and end MPI together with these.
[[nodiscard]] inline bool has_several_worlds(const Definitions& definitions) {
  const auto& all = definitions.communicators;
  const auto is_inter = [](const Communicator& communicator) {
    return communicator.kind == CommunicatorKind::Inter;
  };
  return std::ranges::any_of(all, is_inter) || std::ranges::count_if(all, is_mpi_world) > 1;
}

}  // namespace lull
