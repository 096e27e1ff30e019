// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Signatures of declarations, and of the language's built-in functions.
#pragma once

#include <vector>

#include "lull/asl/check/context/checking.hpp"

namespace lull::asl {

struct ExternalSignature {
  StaticType type;
  std::vector<StaticType> parameters;  // empty: overloaded
};
[[nodiscard]] ExternalSignature signature_of(External external);

[[nodiscard]] std::vector<code::Parameter> resolve_parameters(
    Checking& checking, const std::vector<Parameter>& parameters, const Origin& origin);
// Assigns the parameters to the first slots of a frame.
void set_parameters(code::Scope& scope, std::vector<code::Parameter> parameters);

}  // namespace lull::asl
