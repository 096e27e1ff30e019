// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The reports that a command reads, and how much of them it shows.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "lull/report/model/report.hpp"

namespace lull::cli {

// Reads the report. Values that had to be left out are told on standard error: what the command
// prints may not say so.
[[nodiscard]] report::Report read_report(const std::string& file);

// For options that count something.
[[nodiscard]] inline CLI::Validator not_negative() {
  return CLI::Validator(
      [](const std::string& text) {
        return text.starts_with('-') ? "it cannot be negative" : std::string();
      },
      "NONNEGATIVE", "not_negative");
}

}  // namespace lull::cli
