// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What can be used in a specification, in one line each, written as it is declared.
#pragma once

#include <string>

#include "lull/asl/model/model.hpp"
#include "lull/asl/syntax/tree.hpp"

namespace lull::cli {

// "setof Process"; of a class or enum of the model.
[[nodiscard]] std::string model_type_text(const asl::StaticType& type);

// "class Isend extends Send { int request; }"
[[nodiscard]] std::string signature(const asl::ModelClass& declared);
// "enum Role { unknown, function, … }"
[[nodiscard]] std::string signature(const asl::ModelEnum& declared);
// "PATTERN LateSender(Region r)", "setof Enter R(Event e, Process p)"; of an import: nothing.
[[nodiscard]] std::string signature(const asl::Declaration& declaration);

}  // namespace lull::cli
