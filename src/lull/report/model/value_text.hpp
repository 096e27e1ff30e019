// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Formats severities for people. The values of one table share a format, chosen by the largest
// value: the same number of decimals, seconds as sec, ms, us or ns, counts with thousands
// separators.
#pragma once

#include <string>

#include "lull/report/model/report.hpp"

namespace lull::report {

class ValueFormat {
 public:
  ValueFormat(const Metric& metric, double largest);

  [[nodiscard]] std::string operator()(double value) const;
  [[nodiscard]] const std::string& unit() const { return unit_; }
  // Returns the value with its unit, such as "4.8048 sec".
  [[nodiscard]] std::string with_unit(double value) const;

 private:
  std::string unit_;
  double scale_ = 1;
  int decimals_ = 0;
  bool scientific_ = false;
};

// Returns the percentage (such as "12.3") of `part` in the magnitude of `whole`; empty if `whole`
// is zero.
[[nodiscard]] std::string percent_text(double part, double whole);

// Returns the number of terminal columns of the UTF-8 text, one per character.
[[nodiscard]] std::size_t text_width(std::string_view text);
// Returns the text, shortened with "…" if it is wider.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t width);

}  // namespace lull::report
