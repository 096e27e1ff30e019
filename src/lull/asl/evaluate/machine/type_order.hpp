// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// In which order an event is asked whether it is of each of a specification's own classes: after
// those that the answer speaks of, wherever they are declared.
#pragma once

#include <vector>

#include "lull/asl/program/program.hpp"

namespace lull::asl {

// Of all classes of the program, those of the model among them.
[[nodiscard]] std::vector<ClassId> order_of_types(const Program& program);

}  // namespace lull::asl
