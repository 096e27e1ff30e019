// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Which type goes where: int becomes float, a class its base, setof D a setof B, NULL any class, {}
// any set. What is wrong already (Error) fits everywhere.
#pragma once

#include <optional>

#include "lull/asl/check/context/checking.hpp"

namespace lull::asl {

[[nodiscard]] bool fits(const Program& program, const StaticType& from, const StaticType& to);

// What both fit into, and nothing smaller does; none: they have nothing in common.
[[nodiscard]] std::optional<StaticType> common_type(const Program& program, const StaticType& a,
                                                    const StaticType& b);

// To a type that it fits.
[[nodiscard]] NodePtr converted(Checking& checking, NodePtr node, const StaticType& to);

// The type in which two values are compared, or an operator of arithmetic computes; none: it does
// not apply to them. Without what NULL and sets need.
[[nodiscard]] std::optional<StaticType> comparison_type(const Program& program, Operator op,
                                                        const StaticType& a, const StaticType& b);
[[nodiscard]] std::optional<StaticType> arithmetic_type(Operator op, const StaticType& a,
                                                        const StaticType& b);

[[nodiscard]] inline bool is_arithmetic(Operator op) { return op >= Operator::Add; }

}  // namespace lull::asl
