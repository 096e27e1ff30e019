// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The arguments for a property or pattern, from the command line: every combination of the possible
// values of its parameters.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "lull/asl/model/archive.hpp"
#include "lull/asl/program/program.hpp"

namespace lull::asl {

struct ArgumentSource {
  std::string rank_basis;
  std::map<std::string, std::string> values;
  std::size_t experiments = 1;  // number of experiments
};

// Throws Error if a parameter has no value, or if there are too many combinations.
[[nodiscard]] std::vector<std::vector<Value>> argument_lists(
    const Program& program, Archive& archive, const std::string& of,
    const std::vector<code::Parameter>& parameters, const ArgumentSource& source);

}  // namespace lull::asl
