// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What has a signature, and the signatures of what the language itself has.
#pragma once

#include <vector>

#include "lull/asl/check/context/checking.hpp"

namespace lull::asl {

struct ExternalSignature {
  StaticType type;
  std::vector<StaticType> parameters;  // none: it is overloaded
};
[[nodiscard]] ExternalSignature signature_of(External external);

[[nodiscard]] std::vector<code::Parameter> resolve_parameters(
    Checking& checking, const std::vector<Parameter>& parameters, const Origin& origin);
// They have the first slots of a frame.
void set_parameters(code::Scope& scope, std::vector<code::Parameter> parameters);

}  // namespace lull::asl
