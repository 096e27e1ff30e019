// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The iterations of a report in the page's format (docs/page-data.md): a part of the head, and
// numbers after the rows. They take at most `limit` compressed bytes. If they would exceed this,
// first the values are rounded, then call paths are summed, and then the metrics with the lowest
// values are omitted, with a remark. Memory: the member's data, and 4 bytes per value.
#pragma once

#include <string>

#include "lull/report/run/iterations.hpp"

namespace lull::report {

struct PageIterations {
  std::string head;   // JSON; empty: the report has none
  std::string bytes;  // borders and values, a multiple of 8
};

// Throws Error (input) if the member is damaged.
[[nodiscard]] PageIterations page_iterations(const Report& report, std::size_t limit);

}  // namespace lull::report
