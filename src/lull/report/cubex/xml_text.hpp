// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Text made fit for XML 1.0: markup characters become entities, bytes that are no UTF-8 and
// characters that XML forbids become U+FFFD. In attributes line breaks and tabs become character
// references, or a parser would make them spaces; CubeLib would show such references in elements.
#pragma once

#include <string>
#include <string_view>

namespace lull::report {

[[nodiscard]] std::string xml_element_text(std::string_view text);
[[nodiscard]] std::string xml_attribute_text(std::string_view text);

}  // namespace lull::report
