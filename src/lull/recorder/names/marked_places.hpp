// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Where a call by a function that the compiler has made of a construct returns to, in bytes from
// where the function begins, if that is not known. No call returns to such a place.
#pragma once

#include <cstdint>

namespace lull::recorder {

constexpr std::uint64_t kWholeFunction = 1;  // whoever calls the function
constexpr std::uint64_t kJumpedFrom = 2;     // the function's last act, a jump

}  // namespace lull::recorder
