// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Derives the source name and type of a C++ function from its linker name.
#pragma once

#include <optional>
#include <set>
#include <string>

namespace lull::cli {

struct CxxFunction {
  std::string name;  // demangled
  // An expression with the function's type. It is valid after the declarations that
  // wrapper_source.cpp adds (kTypes). The headers may not declare such a function.
  std::string type;
};

// Returns "" for names that are not C++ names.
[[nodiscard]] std::string demangled_symbol(const std::string& symbol);

// Returns nothing for functions that user code cannot name: functions of the C++ library and of
// unnamed namespaces, lambdas, thunks. `tables` are the library's tables of virtual bases
// (_ZTT...): constructors of such classes have a hidden parameter.
[[nodiscard]] std::optional<CxxFunction> cxx_function(const std::string& symbol,
                                                      const std::set<std::string>& tables);

// Returns the demangled name of a variadic function; empty for others.
[[nodiscard]] std::string variadic_cxx_function(const std::string& symbol);

}  // namespace lull::cli
