// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The OTF2 library's version, and whether Lull decodes plain event files itself.
#pragma once

#include <string_view>

namespace lull {

// Returns the version, for example "3.0.2".
[[nodiscard]] std::string_view library_version() noexcept;
// Returns whether Lull decodes event files itself where possible.
[[nodiscard]] bool has_decoder() noexcept;

}  // namespace lull
