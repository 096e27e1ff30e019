// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <exception>
#include <stdexcept>

#include "lull/base/error.hpp"

namespace lull::report {

// What is wrong with a member, in words of ours: "its rows are in no order".
struct MemberMistake : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The error (input) for a member that could not be read: what a MemberMistake says, and of what
// libraries throw, what it means.
[[nodiscard]] Error damaged_member(const char* member, const std::exception& why);

}  // namespace lull::report
