// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The sources of a library that records the calls of another library's functions. The types of the
// functions are left to the compiler, which knows them from the headers.
#pragma once

#include <string>
#include <vector>

namespace lull::cli {

struct WrappedFunction {
  std::string symbol;  // as the linker knows it
  std::string name;    // as people know it
  std::string type;    // an expression of C++
};

// The file that lines of functions belong to in messages of the compiler: function i has line i
// + 1.
inline constexpr const char* kWrapperLines = "lull-wrapper";

// What is compiled to assembler language. `headers` is text; it comes first.
[[nodiscard]] std::string wrapper_source(const std::string& headers,
                                         const std::vector<WrappedFunction>& functions,
                                         const std::string& library);
struct NamedWrappers {
  std::string assembler;
  std::vector<std::string> symbols;  // without those that the headers themselves define
};
// What the compiler made of it with the linker's names of the functions, which the compiler was not
// told: those that stand for a type cannot be defined in C++. Objects that headers define are not
// initialised: the library that they belong to may not be there. Throws Error (input) when a
// function was not made.
[[nodiscard]] NamedWrappers with_symbols(const std::string& assembler,
                                         const std::vector<WrappedFunction>& functions);
// For the linker: nothing else is seen from outside.
[[nodiscard]] std::string export_list(const std::vector<std::string>& symbols);
// Another source of the library: finds the functions that are wrapped. `loaded_as` is the name by
// which the loader knows the library.
[[nodiscard]] std::string lookup_source(const std::string& loaded_as);

}  // namespace lull::cli
