// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The source of a library that records the calls of another library's functions. The types of the
// functions are left to the compiler, which knows them from the headers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lull::cli {

struct WrappedFunctions {
  std::vector<std::string> names;
  std::vector<std::string> variadic;  // cannot be passed on, and are left out
};

// Of `exported` functions of a library those that preprocessed headers declare.
[[nodiscard]] WrappedFunctions declared_functions(std::string_view headers,
                                                  const std::vector<std::string>& exported);

// `library` is what its functions are listed under.
[[nodiscard]] std::string wrapper_source(const std::vector<std::string>& headers,
                                         const std::vector<std::string>& functions,
                                         const std::string& library);

}  // namespace lull::cli
