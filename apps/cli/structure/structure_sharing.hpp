// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// `lull structure` as several processes: what they tell each other. All calls are collective.
#pragma once

#include <cstddef>
#include <vector>

#include "cli/common/job.hpp"
#include "cli/structure/structure.hpp"

namespace lull::cli {

// What all know of a location. Gives which of them are alike.
[[nodiscard]] structure::Alikeness learn_of_others(const Job& job, const Definitions& definitions,
                                                   structure::ProgramStructure& program);

// That of the first process, which prints.
[[nodiscard]] std::size_t width_of_first(const Job& job, std::size_t width);

// The parts of all in the order of their locations, on the first process.
[[nodiscard]] std::vector<LocationPart> gathered(const Job& job, std::vector<LocationPart> mine);

}  // namespace lull::cli
