// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Implicit conversions: int to float, a class to its base, setof D to setof B, NULL to any class,
// {} to any set. The type Error converts to everything, to avoid follow-up errors.
#pragma once

#include <optional>

#include "lull/asl/check/context/checking.hpp"

namespace lull::asl {

[[nodiscard]] bool fits(const Program& program, const StaticType& from, const StaticType& to);

// Returns the smallest type to which both convert; empty if there is none.
[[nodiscard]] std::optional<StaticType> common_type(const Program& program, const StaticType& a,
                                                    const StaticType& b);

// Converts to a type that fits.
[[nodiscard]] NodePtr converted(Checking& checking, NodePtr node, const StaticType& to);

// Returns the type in which two values are compared, or in which an arithmetic operator computes;
// empty if the operator does not apply. Does not handle NULL and sets.
[[nodiscard]] std::optional<StaticType> comparison_type(const Program& program, Operator op,
                                                        const StaticType& a, const StaticType& b);
[[nodiscard]] std::optional<StaticType> arithmetic_type(Operator op, const StaticType& a,
                                                        const StaticType& b);

[[nodiscard]] inline bool is_arithmetic(Operator op) { return op >= Operator::Add; }

}  // namespace lull::asl
