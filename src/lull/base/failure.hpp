// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Whatever was thrown as a sentence for the user. Everybody who ends something for an exception
// asks here: what libraries say in theirs ("map::at") tells a user nothing.
#pragma once

#include <string>

#include "lull/base/error.hpp"

namespace lull {

// In a catch block: an Error as it is; for the system's exceptions and for lack of memory, what the
// system says; for everything else, that Lull has a defect. `doing` says what was under way
// ("lull analyze traces"), or is empty.
[[nodiscard]] Error error_at_hand(const std::string& doing = {});

// In a catch block, of what other people's code has thrown: their words, as a rule; of what a
// library throws by itself, its type.
[[nodiscard]] std::string words_of_a_stranger();

}  // namespace lull
