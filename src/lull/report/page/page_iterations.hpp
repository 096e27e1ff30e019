// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The iterations of a report in the form that the page reads (docs/page-data.md): a part of the
// head, and numbers behind the rows. They take at most `limit` compressed bytes: where they are
// more, values are rounded, then call paths are added up, then metrics with least are left out. A
// remark says so. Memory: what the member has, and 4 bytes a value.
#pragma once

#include <string>

#include "lull/report/run/iterations.hpp"

namespace lull::report {

struct PageIterations {
  std::string head;   // JSON; empty: the report has none
  std::string bytes;  // borders and values, a multiple of 8
};

// Throws Error (input) when the member is damaged.
[[nodiscard]] PageIterations page_iterations(const Report& report, std::size_t limit);

}  // namespace lull::report
