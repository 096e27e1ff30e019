// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Converts text for XML 1.0: markup characters become entities; invalid UTF-8 and characters that
// XML forbids become U+FFFD. In attributes, line breaks and tabs become character references, since
// a parser would convert them to spaces; in elements, CubeLib would show such references.
#pragma once

#include <string>
#include <string_view>

namespace lull::report {

[[nodiscard]] std::string xml_element_text(std::string_view text);
[[nodiscard]] std::string xml_attribute_text(std::string_view text);

}  // namespace lull::report
