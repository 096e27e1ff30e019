// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What the values of one table are measured by. The unit is chosen by the largest value; shares are
// of the root. In a difference the root can cancel out, what is gained here being lost there: then
// shares are of the largest value, and the table says so.
#pragma once

#include <string>

#include "lull/report/model/value_text.hpp"

namespace lull::report {

struct TableScale {
  double largest = 0;    // absolute, of all values of the table, the root's included
  double whole = 0;      // 100 %
  bool cancels = false;  // the whole is the largest value, as the root is less than 1 % of it
};

[[nodiscard]] TableScale table_scale(double root, double largest);

// "The total cancels out: percentages are of the largest value, 2.3100 sec.", empty when it does
// not. `what` begins the sentence.
[[nodiscard]] std::string cancel_note(const TableScale& scale, const ValueFormat& format,
                                      const std::string& what = "The total");

}  // namespace lull::report
