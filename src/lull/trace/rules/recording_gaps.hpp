// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What an archive's own properties say about what was not recorded, and why
// (lull/base/recording_properties.hpp). They are text from a file: whatever stands there, a
// sentence comes out of it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lull/trace/definitions/definitions.hpp"

namespace lull {

// One sentence each. Without `all` only what went wrong, not what the program itself wanted.
enum class Gaps { All, Failures };
[[nodiscard]] std::vector<std::string> recording_gaps(const Properties& properties,
                                                      std::size_t processes, Gaps which);

// Of an archive in which iterations have other numbers than before: which ones were kept. Else
// empty.
[[nodiscard]] std::string remark_on_kept_iterations(const Properties& properties);

}  // namespace lull
