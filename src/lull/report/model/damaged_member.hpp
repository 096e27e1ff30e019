// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <exception>

#include "lull/base/error.hpp"

namespace lull::report {

// The error (input) for a member that could not be read: what `why` says, but for what the JSON
// library does, in words of ours.
[[nodiscard]] Error damaged_member(const char* member, const std::exception& why);

}  // namespace lull::report
