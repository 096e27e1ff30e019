// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What values of options are checked for.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdlib>
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

// Of shares: "10%" or "0.1", more than nothing and at most all.
[[nodiscard]] inline CLI::Validator share() {
  return CLI::Validator(
      [](std::string& text) {
        const bool percent = text.ends_with('%');
        char* end = nullptr;
        const std::string number = text.substr(0, text.size() - (percent ? 1 : 0));
        const double value = std::strtod(number.c_str(), &end) / (percent ? 100 : 1);
        if (number.empty() || *end != '\0' || !(value > 0 && value <= 1))
          return text + " is no share such as 10%";
        text = std::to_string(value);
        return std::string();
      },
      "SHARE", "share");
}

}  // namespace lull::cli
