// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What values of options are checked for.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace lull::cli {

// Of options that count something.
[[nodiscard]] inline CLI::Validator not_negative() {
  return CLI::Validator(
      [](const std::string& text) {
        return text.starts_with('-') ? "it cannot be negative" : std::string();
      },
      "NONNEGATIVE", "not_negative");
}

// Of file names, which a script may have left out by mistake.
[[nodiscard]] inline CLI::Validator not_empty() {
  return CLI::Validator(
      [](const std::string& text) { return text.empty() ? "the name is empty" : std::string(); },
      "", "not_empty");
}

}  // namespace lull::cli
