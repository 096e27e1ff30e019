// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Builds a library of wrappers from headers and a library, with a C++ compiler. Headers are tried
// as C and as C++; functions whose type the compiler cannot determine are omitted.
#pragma once

#include <string>
#include <vector>

#include "cli/common/command_output.hpp"

namespace lull::cli {

struct WrapperRequest {
  std::vector<std::string> headers;  // absolute paths
  std::string library;
  std::vector<std::string> includes;
  std::vector<std::string> compiler;  // optionally with options
  std::string functions;              // comma-separated patterns; empty: all
};

struct BuiltWrapper {
  std::string bytes;
  std::size_t functions = 0;
  // Exported by the library, but without a plain declaration in the headers.
  std::size_t unknown = 0;
  std::vector<std::string> variadic;
  std::vector<std::string> without_prototype;
  std::vector<std::string> versioned;
  std::vector<std::string> needed;  // needed by the wrappers themselves
};

// Throws Error (input) if nothing can be wrapped; the compiler's messages are then on stderr.
[[nodiscard]] BuiltWrapper build_wrapper(const WrapperRequest& request, const WorkDirectory& work);

}  // namespace lull::cli
