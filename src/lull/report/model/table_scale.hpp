// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The scale of the values of one table. The largest value determines the unit; shares refer to the
// root. In a difference, gains and losses can cancel out at the root. In that case, shares refer to
// the largest value, and the table has a note.
#pragma once

#include <string>

#include "lull/report/model/value_text.hpp"

namespace lull::report {

struct TableScale {
  double largest = 0;    // largest absolute value of the table, including the root
  double whole = 0;      // 100 %
  bool cancels = false;  // the whole is the largest value, since the root is less than 1 % of it
};

[[nodiscard]] TableScale table_scale(double root, double largest);

// Returns a sentence such as "The total cancels out: percentages are of the largest value, 2.3100
// sec."; empty if the total does not cancel out. `what` begins the sentence.
[[nodiscard]] std::string cancel_note(const TableScale& scale, const ValueFormat& format,
                                      const std::string& what = "The total");

}  // namespace lull::report
