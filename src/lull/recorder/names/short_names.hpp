// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Shortens names of C++ functions:
// - std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > is std::string,
//   and likewise for the library's other classes with a short name for char and wchar_t;
// - default template arguments of the library's classes are left out (std::vector<int>,
//   std::map<int, double>), and so are its inline namespaces;
// - a long list of template arguments that occurred before, after the same name, is "<...>".
// Different names of functions stay different. Linear in the length of the name, except for its
// depth.
#pragma once

#include <string>
#include <string_view>

namespace lull::recorder {

// Returns a text unchanged if it is not a well-formed C++ name.
[[nodiscard]] std::string short_name(std::string_view demangled);

}  // namespace lull::recorder
