// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Text made fit for XML 1.0: markup characters become entities, line breaks and tabs become
// character references so that they survive in attributes, bytes that are no UTF-8 and characters
// that XML forbids become U+FFFD.
#pragma once

#include <string>
#include <string_view>

namespace lull::report {

[[nodiscard]] std::string xml_escaped(std::string_view text);

// The length of the valid UTF-8 sequence at the start of `text`, 0 when there is none.
[[nodiscard]] std::size_t utf8_sequence_length(std::string_view text);

}  // namespace lull::report
