// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Communication between the processes of `lull structure`. All calls are collective.
#pragma once

#include <cstddef>
#include <vector>

#include "cli/common/job.hpp"
#include "cli/structure/structure.hpp"

namespace lull::cli {

// Completes the summary of all locations on every process. Returns which locations are alike.
[[nodiscard]] structure::Alikeness learn_of_others(const Job& job, const Definitions& definitions,
                                                   structure::ProgramStructure& program);

// Returns the width of the first process, which prints.
[[nodiscard]] std::size_t width_of_first(const Job& job, std::size_t width);

// On the first process, returns the parts of all processes in the order of their locations.
[[nodiscard]] std::vector<LocationPart> gathered(const Job& job, std::vector<LocationPart> mine);

}  // namespace lull::cli
