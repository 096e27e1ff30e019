// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Describes, from an archive's properties, what was not recorded, and why
// (lull/base/recording_properties.hpp). They are text from a file; any value gives a valid
// sentence.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lull/trace/definitions/definitions.hpp"

namespace lull {

// Failures: only what went wrong, not what the program requested.
enum class Gaps { All, Failures };
[[nodiscard]] std::vector<std::string> recording_gaps(const Properties& properties,
                                                      std::size_t processes, Gaps which);

// Returns which iterations were kept, for an archive that renumbers its iterations; else empty.
[[nodiscard]] std::string remark_on_kept_iterations(const Properties& properties);

}  // namespace lull
