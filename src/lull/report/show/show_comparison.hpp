// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The result of comparing two reports, for lull cmp: as text, and as JSON, one object: format
// "lull-comparison", version 1, a and b (names), equal, relative_tolerance, compared, differences,
// metrics_with_differences, roots (two names if differing roots correspond, else null), notes
// [text], only_a and only_b {metrics [name], call_paths [name], locations [name]}, worst [{metric,
// unit, call_path, location, a, b}].
#pragma once

#include <iosfwd>
#include <string>

#include "lull/report/algebra/comparison.hpp"
#include "lull/report/show/tree_table.hpp"

namespace lull::report {

struct ComparedNames {
  std::string a, b;
};

[[nodiscard]] std::string comparison_text(const Comparison& comparison, const ComparedNames& names,
                                          const TableStyle& style);

void write_comparison_json(const Comparison& comparison, const ComparedNames& names,
                           const Tolerance& tolerance, std::ostream& out);

}  // namespace lull::report
