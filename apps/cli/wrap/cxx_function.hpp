// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What the linker's name of a C++ function says: how the source calls it, and how it is pointed at.
#pragma once

#include <optional>
#include <set>
#include <string>

namespace lull::cli {

struct CxxFunction {
  std::string name;  // as a demangler shows it
  // An expression that has the function's type, with what wrapper_source.cpp puts before it
  // (kTypes). The compiler may find that there is no such function in the headers.
  std::string type;
};

// Empty for what is no name of C++.
[[nodiscard]] std::string demangled_symbol(const std::string& symbol);

// Nothing for what is no function of a source that could be named there: of the C++ library, of
// unnamed namespaces, lambdas, thunks. `tables` are the library's names of tables of virtual bases
// (_ZTT...): constructors of such classes have a parameter that no source shows.
[[nodiscard]] std::optional<CxxFunction> cxx_function(const std::string& symbol,
                                                      const std::set<std::string>& tables);

// The demangled name of a function that takes any number of arguments; empty for others.
[[nodiscard]] std::string variadic_cxx_function(const std::string& symbol);

}  // namespace lull::cli
