// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The reports that a command reads.
#pragma once

#include <string>

#include "lull/report/model/report.hpp"

namespace lull::cli {

// Reads the report. Values that had to be left out are told on standard error: what the command
// prints may not say so.
[[nodiscard]] report::Report read_report(const std::string& file);

}  // namespace lull::cli
