// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Which OTF2 library Lull was built with, and who decodes plain event files.
#pragma once

#include <string_view>

namespace lull {

// "3.0.2"
[[nodiscard]] std::string_view library_version() noexcept;
// Whether Lull does it itself, where it can.
[[nodiscard]] bool has_decoder() noexcept;

}  // namespace lull
