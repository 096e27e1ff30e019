// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "lull/trace/definitions.hpp"

namespace lull {

// Whether processes may have begun at different times: some were spawned, or met others later, and
// did not begin and end MPI together with these.
[[nodiscard]] inline bool has_several_worlds(const Definitions& definitions) {
  return std::ranges::any_of(definitions.communicators, [](const Communicator& communicator) {
    return communicator.kind == CommunicatorKind::Inter;
  });
}

}  // namespace lull
