// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Preprocessed headers, as far as a wrapper needs them: which functions they declare, and, of C, a
// text that a C++ compiler understands. Linear in the text.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace lull::cli {

enum class Parameters : unsigned char { Known, Unknown, Variadic };

struct Declarations {
  std::string text;
  std::map<std::string, Parameters, std::less<>> functions;  // names as the linker knows them
};

// C: words that are names in C alone get a prefix (cxx_name), bodies of functions are left out, and
// what C writes in other words than C++ is replaced. Nothing else changes; lines stay where they
// are.
[[nodiscard]] Declarations declarations_of_c(std::string_view preprocessed);
// C++: the text stays.
[[nodiscard]] Declarations declarations_of_cxx(std::string preprocessed);

// How a name of C is called in the text above.
[[nodiscard]] std::string cxx_name(std::string_view name);

}  // namespace lull::cli
