// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The name of what happens outside all regions: reports have it, archives do not.
#pragma once

namespace lull::analysis {

inline constexpr const char* kOutsideRegion = "(outside all regions)";

}  // namespace lull::analysis
