// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Checks specifications, with the shipped library, for tests, and returns the diagnostics.
#pragma once

#include <string>
#include <vector>

#include "lull/asl/check/check.hpp"

namespace lull::asl {

struct Checked {
  Loaded loaded;
  Diagnostics diagnostics;
  Program program;
};

[[nodiscard]] Checked checked(const std::string& text);

// Returns each as "3:7: message", in order; for files other than f.asl as "mpi.asl:3:7: message".
[[nodiscard]] std::vector<std::string> mistakes(const Checked& checked);
[[nodiscard]] std::vector<std::string> mistakes_of(const std::string& text);
// Returns each as "message | hint".
[[nodiscard]] std::vector<std::string> hints_of(const std::string& text);

// Returns the node of an expression as a constant of that type, or its mistakes, with columns in
// the expression. `before` is declared before it.
[[nodiscard]] std::string node_of(const std::string& type, const std::string& expression,
                                  const std::string& before = "");
// Returns its node in a function with these parameters.
[[nodiscard]] std::string node_with(const std::string& parameters, const std::string& type,
                                    const std::string& expression, const std::string& before = "");

// Returns the entry called `name`, or the last of several.
template <class Table>
const typename Table::value_type& named(const Table& table, const std::string& name) {
  const typename Table::value_type* found = nullptr;
  for (const auto& one : table)
    if (one.name == name) found = &one;
  if (found == nullptr) throw std::out_of_range(name);
  return *found;
}

}  // namespace lull::asl
