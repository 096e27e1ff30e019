// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "lull/trace/definitions/definitions.hpp"

namespace lull {

// Each world has a communicator with this name, and perhaps one with a longer name.
[[nodiscard]] inline bool is_mpi_world(const Communicator& communicator) {
  return communicator.kind == CommunicatorKind::Intra &&
         communicator.name.starts_with("MPI_COMM_WORLD");
}

// Returns whether processes may have started at different times: some were spawned or connected
// later, or belong to another program run, and did not initialise and finalise MPI together.
[[nodiscard]] inline bool has_several_worlds(const Definitions& definitions) {
  const auto& all = definitions.communicators;
  const auto is_inter = [](const Communicator& communicator) {
    return communicator.kind == CommunicatorKind::Inter;
  };
  return std::ranges::any_of(all, is_inter) || std::ranges::count_if(all, is_mpi_world) > 1;
}

}  // namespace lull
