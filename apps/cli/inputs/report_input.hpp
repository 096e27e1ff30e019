// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Reads the input reports of commands.
#pragma once

#include <string>

#include "lull/report/model/report.hpp"

namespace lull::cli {

// Reads the report. Prints omitted values on standard error, since the command's output may not
// mention them.
[[nodiscard]] report::Report read_report(const std::string& file);

}  // namespace lull::cli
