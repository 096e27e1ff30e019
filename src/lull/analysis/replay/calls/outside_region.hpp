// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Name of the region for time outside any region; used in reports, not in archives.
#pragma once

namespace lull::analysis {

inline constexpr const char* kOutsideRegion = "(outside all regions)";

}  // namespace lull::analysis
