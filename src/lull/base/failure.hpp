// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Converts any exception to a message for the user. Every handler that ends a command or a part of
// it uses this: the texts of library exceptions ("map::at") do not help a user.
#pragma once

#include <string>

#include "lull/base/error.hpp"

namespace lull {

// Call in a catch block. Returns an Error unchanged; for system exceptions and lack of memory, the
// system's message; for everything else, a message that Lull has a defect. `doing` names the
// interrupted action ("lull analyze traces") and may be empty.
[[nodiscard]] Error error_at_hand(const std::string& doing = {});

// Call in a catch block, for exceptions from third-party code. Returns the exception's message, or
// its type for exceptions that the standard library throws.
[[nodiscard]] std::string describe_exception();

}  // namespace lull
