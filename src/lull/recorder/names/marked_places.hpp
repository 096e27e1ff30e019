// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Placeholders for the unknown return address of a call by a function that the compiler has
// outlined from a construct, in bytes from the function's start. No call returns to such an
// address.
#pragma once

#include <cstdint>

namespace lull::recorder {

constexpr std::uint64_t kWholeFunction = 1;  // any caller of the function
constexpr std::uint64_t kJumpedFrom = 2;     // a jump at the function's end

}  // namespace lull::recorder
