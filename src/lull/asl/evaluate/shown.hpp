// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Formats values and events for output.
#pragma once

#include <string>

#include "lull/asl/evaluate/run.hpp"
#include "lull/asl/evaluate/values/set_value.hpp"
#include "lull/asl/model/archive.hpp"

namespace lull::asl {

[[nodiscard]] Shown shown(const Program& program, const Archive& archive, const StaticType& type,
                          Value value);
// Returns a text such as "MPI Rank 3 Master thread".
[[nodiscard]] std::string location_text(const Archive& archive, LocationId id);
// Returns a text such as "event 12 (MPI_RECV, location 3, 1.25 s)".
[[nodiscard]] std::string event_text(const Archive& archive, const GlobalEvent& event);

}  // namespace lull::asl
