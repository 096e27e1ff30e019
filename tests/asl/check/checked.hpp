// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Specifications checked in tests, behind the shipped library, with what was said about them.
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

// "3:7: message" of each, in order; of another file than f.asl "mpi.asl:3:7: message".
[[nodiscard]] std::vector<std::string> mistakes(const Checked& checked);
[[nodiscard]] std::vector<std::string> mistakes_of(const std::string& text);
// "message | hint".
[[nodiscard]] std::vector<std::string> hints_of(const std::string& text);

// What an expression becomes as a constant of that type; its mistakes, if it has any. The columns
// are those of the expression. `before` is declared in front of it.
[[nodiscard]] std::string node_of(const std::string& type, const std::string& expression,
                                  const std::string& before = "");
// What it becomes in a function with these parameters.
[[nodiscard]] std::string node_with(const std::string& parameters, const std::string& type,
                                    const std::string& expression, const std::string& before = "");

// The one of that name, the last if there are several.
template <class Table>
const typename Table::value_type& named(const Table& table, const std::string& name) {
  const typename Table::value_type* found = nullptr;
  for (const auto& one : table)
    if (one.name == name) found = &one;
  if (found == nullptr) throw std::out_of_range(name);
  return *found;
}

}  // namespace lull::asl
