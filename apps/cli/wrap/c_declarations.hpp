// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Parses preprocessed headers for a wrapper: finds the declared functions and, for C, makes a text
// that a C++ compiler accepts. Takes linear time in the length of the text.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace lull::cli {

enum class Parameters : unsigned char { Known, Unknown, Variadic };

struct Declarations {
  std::string text;
  std::map<std::string, Parameters, std::less<>> functions;  // indexed by linker name
};

// Converts C: C++ keywords used as names get a prefix (cxx_name), function bodies are removed, and
// keywords that differ are replaced. Nothing else changes; line numbers are preserved.
[[nodiscard]] Declarations declarations_of_c(std::string_view preprocessed);
// Leaves C++ text unchanged.
[[nodiscard]] Declarations declarations_of_cxx(std::string preprocessed);

// Returns the name of a C function in the converted text.
[[nodiscard]] std::string cxx_name(std::string_view name);

}  // namespace lull::cli
