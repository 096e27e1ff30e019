// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// From headers and a library to a library of wrappers, with a C++ compiler. Headers are tried as C
// and as C++; functions whose type the compiler cannot tell are left out.
#pragma once

#include <string>
#include <vector>

#include "cli/common/command_output.hpp"

namespace lull::cli {

struct WrapperRequest {
  std::vector<std::string> headers;  // paths from the root
  std::string library;
  std::vector<std::string> includes;
  std::vector<std::string> compiler;  // with options perhaps
  std::string functions;              // patterns between commas; empty: all
};

struct BuiltWrapper {
  std::string bytes;
  std::size_t functions = 0;
  std::size_t unknown = 0;  // that the library has, and the headers do not declare plainly
  std::vector<std::string> variadic;
  std::vector<std::string> without_prototype;
  std::vector<std::string> versioned;
  std::vector<std::string> needed;  // by the wrappers themselves
};

// Throws Error (input) when nothing can be wrapped; what the compiler says is on stderr then.
[[nodiscard]] BuiltWrapper build_wrapper(const WrapperRequest& request, const WorkDirectory& work);

}  // namespace lull::cli
