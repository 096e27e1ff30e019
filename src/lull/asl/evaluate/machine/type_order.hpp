// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The order in which the types of an event are determined: each type after the types that it
// depends on, regardless of their declaration order.
#pragma once

#include <vector>

#include "lull/asl/program/program.hpp"

namespace lull::asl {

// Returns the evaluation order of event classes, including the model's classes.
[[nodiscard]] std::vector<ClassId> order_of_types(const Program& program);

}  // namespace lull::asl
