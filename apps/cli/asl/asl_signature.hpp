// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Signatures of the names available to a specification, on one line each, as they are declared.
#pragma once

#include <string>

#include "lull/asl/model/model.hpp"
#include "lull/asl/syntax/tree.hpp"

namespace lull::cli {

// Returns the name of a class or enum of the model, such as "setof Process".
[[nodiscard]] std::string model_type_text(const asl::StaticType& type);

// Returns the declaration, such as "class Isend extends Send { int request; }".
[[nodiscard]] std::string signature(const asl::ModelClass& declared);
// Returns the declaration, such as "enum Role { unknown, function, … }".
[[nodiscard]] std::string signature(const asl::ModelEnum& declared);
// Returns the signature, such as "PATTERN LateSender(Region r)" or "setof Enter R(Event e, Process
// p)"; "" for an import.
[[nodiscard]] std::string signature(const asl::Declaration& declaration);

}  // namespace lull::cli
