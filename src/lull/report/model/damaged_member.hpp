// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <exception>
#include <stdexcept>

#include "lull/base/error.hpp"

namespace lull::report {

// Describes a defect of a member, such as "its rows are not in order".
struct MemberMistake : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Returns the error (input) for an unreadable member: the text of a MemberMistake, or the meaning
// of a library's exception.
[[nodiscard]] Error damaged_member(const char* member, const std::exception& why);

}  // namespace lull::report
