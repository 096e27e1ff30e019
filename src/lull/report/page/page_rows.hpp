// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The values of a report in the binary form that the page reads (docs/page-data.md).
#pragma once

#include <cstdint>
#include <string>

#include "lull/report/model/report.hpp"

namespace lull::report {

// Precision of single values. Sums over all locations are always exact.
enum class Rounding : std::uint8_t {
  None = 0,
  Bits4 = 4,
  Bits5 = 5,
  Bits6 = 6,
  Bits8 = 8,
  Bits16 = 16
};

struct PageRows {
  std::uint64_t rows = 0;
  std::uint64_t places = 0;  // bytes per location of sparse rows
  bool rounded = false;      // some value is stored with reduced precision
  std::string bytes;         // the bytes from "row metric" to the last value
};

// `reference` is null, or a report with the same tables, whose metrics follow the other report's
// metrics.
[[nodiscard]] PageRows page_rows(const Report& report, const Report* reference, Rounding rounding);

// Pads to a multiple of 8 bytes, as each part of the page's data needs.
void pad(std::string& bytes);

}  // namespace lull::report
