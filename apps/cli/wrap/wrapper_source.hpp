// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Generates the sources of a library that records the calls to another library's functions. The
// compiler determines the types of the functions from the headers.
#pragma once

#include <string>
#include <vector>

namespace lull::cli {

struct WrappedFunction {
  std::string symbol;  // linker name
  std::string name;    // readable name
  std::string type;    // a C++ expression
};

// Source file name of the lines of functions in compiler messages: function i has line i + 1.
inline constexpr const char* kWrapperLines = "lull-wrapper";

// Returns the source to compile to assembly. `headers` is text; it comes first.
[[nodiscard]] std::string wrapper_source(const std::string& headers,
                                         const std::vector<WrappedFunction>& functions,
                                         const std::string& library);
struct NamedWrappers {
  std::string assembler;
  std::vector<std::string> symbols;  // does not contain the functions that the headers define
};
// Adds the functions' linker names to the compiler's output: C++ cannot define a symbol that is
// only known as a type. Objects that headers define are not initialised, since the library they
// belong to may be absent. Throws Error (input) if a function was not generated.
[[nodiscard]] NamedWrappers with_symbols(const std::string& assembler,
                                         const std::vector<WrappedFunction>& functions);
// Returns the linker's export list: all other symbols are hidden.
[[nodiscard]] std::string export_list(const std::vector<std::string>& symbols);
// Returns another source of the library, which finds the wrapped functions. `loaded_as` is the name
// by which the loader finds the library.
[[nodiscard]] std::string lookup_source(const std::string& loaded_as);

}  // namespace lull::cli
