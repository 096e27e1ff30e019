// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The page of `lull view`: one HTML file that has kReportMark where the report's data go.
#pragma once

#include <string_view>

namespace lull::web {

inline constexpr std::string_view kReportMark = "@LULL_REPORT@";

// Empty when Lull was built without the page.
[[nodiscard]] std::string_view page();

}  // namespace lull::web
