// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The tables of a report as the page's head, a JSON object that docs/page-data.md describes.
#pragma once

#include <string>

#include "lull/report/page/page_data.hpp"
#include "lull/report/page/page_iterations.hpp"

namespace lull::report {

// Throws Error (input) if the report's instances are damaged.
[[nodiscard]] std::string page_head(const Report& report, const PageContent& content,
                                    const PageRows& rows, const PageIterations& iterations,
                                    Rounding rounding);

}  // namespace lull::report
