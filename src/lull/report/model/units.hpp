// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Units that users write after a number: "0.2 s", "5us", "4 KiB".
#pragma once

#include <string_view>

namespace lull::report {

struct Unit {
  std::string_view name;     // name as written by users
  std::string_view measure;  // a metric's unit: "sec" or "bytes"
  double scale = 1;          // value of one unit in that measure
};

// Finds s ms us ns sec min, B KiB MiB GiB kB MB GB bytes; nullptr for any other word.
[[nodiscard]] const Unit* find_unit(std::string_view name);

}  // namespace lull::report
