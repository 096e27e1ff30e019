// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Names of definitions for other tools. They are never empty, even if a definition is undefined.
#pragma once

#include <string>

#include "lull/trace/definitions/definitions.hpp"

namespace lull::exchange {

[[nodiscard]] std::string name_of(const Definitions& definitions, RegionId region);
[[nodiscard]] std::string name_of(const Definitions& definitions, LocationId location);
[[nodiscard]] std::string name_of(const Definitions& definitions, ProcessId process);
[[nodiscard]] std::string name_of(const Definitions& definitions, SystemNodeId node);
[[nodiscard]] std::string name_of(const Definitions& definitions, CommunicatorId communicator);
[[nodiscard]] std::string name_of(const Definitions& definitions, MetricMemberId metric);
// Returns the paradigm of the region: "User code", "MPI", "OpenMP".
[[nodiscard]] std::string category_of(const Definitions& definitions, RegionId region);
// Returns the text without line ends, tabs and double quotes.
[[nodiscard]] std::string in_a_line(std::string text);

}  // namespace lull::exchange
