// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Names of C++ functions without what they only repeat:
// - std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > is std::string,
//   and so are the other classes of the library that have a short name for char and wchar_t;
// - template arguments of the library's classes that are the default ones are left out
//   (std::vector<int>, std::map<int, double>), and so are its inline namespaces;
// - a long list of template arguments that was there before, behind the same name, is "<...>".
// Different names of functions stay different. Linear in the name, but for its depth.
#pragma once

#include <string>
#include <string_view>

namespace lull::recorder {

// What is no balanced name of C++ stays as it is.
[[nodiscard]] std::string short_name(std::string_view demangled);

}  // namespace lull::recorder
