// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/model/table_scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lull/base/text/printable.hpp"
namespace lull::report {
namespace {

constexpr double kLeastRoot = 0.01;  // least root, relative to the largest value

}  // namespace

TableScale table_scale(double root, double largest) {
  largest = std::max(std::abs(largest), std::abs(root));
  const bool cancels = std::abs(root) < kLeastRoot * largest;
  return {largest, cancels ? largest : root, cancels};
}

std::string cancel_note(const TableScale& scale, const ValueFormat& format,
                        const std::string& what) {
  if (!scale.cancels) return {};
  return fmt::format("{} cancels out: percentages are of the largest value, {}.\n", printable(what),
                     format.with_unit(scale.whole));
}

}  // namespace lull::report
