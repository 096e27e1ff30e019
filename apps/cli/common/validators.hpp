// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Validators for option values.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdlib>
#include <string>

namespace lull::cli {

// Accepts counts.
[[nodiscard]] inline CLI::Validator not_negative() {
  return CLI::Validator(
      [](const std::string& text) {
        return text.starts_with('-') ? "it cannot be negative" : std::string();
      },
      "NONNEGATIVE", "not_negative");
}

// Accepts numbers from zero to `most`, but not "nan".
[[nodiscard]] inline CLI::Validator up_to(double most) {
  return CLI::Validator(
      [most](const std::string& text) {
        char* end = nullptr;
        const double value = std::strtod(text.c_str(), &end);
        const bool fits = !text.empty() && *end == '\0' && value >= 0 && value <= most;
        return fits ? std::string() : fmt::format("{} is not a number from 0 to {}", text, most);
      },
      fmt::format("FLOAT in [0 - {}]", most), "up_to");
}

// Accepts file names. A script may have left one empty by mistake.
[[nodiscard]] inline CLI::Validator not_empty() {
  return CLI::Validator(
      [](const std::string& text) { return text.empty() ? "the name is empty" : std::string(); },
      "", "not_empty");
}

// Parses "10%" or "0.1"; returns NaN for other text.
[[nodiscard]] inline double share_of(const std::string& text) {
  const bool percent = text.ends_with('%');
  char* end = nullptr;
  const std::string number = text.substr(0, text.size() - (percent ? 1 : 0));
  const double value = std::strtod(number.c_str(), &end) / (percent ? 100 : 1);
  return number.empty() || *end != '\0' ? std::nan("") : value;
}

// Accepts shares greater than 0 and at most 1.
[[nodiscard]] inline CLI::Validator share() {
  return CLI::Validator(
      [](std::string& text) {
        const double value = share_of(text);
        if (!(value > 0 && value <= 1)) return text + " is not a share such as 10%";
        text = fmt::format("{}", value);
        return std::string();
      },
      "SHARE", "share");
}

// Accepts shares from 0, which may exceed 1.
[[nodiscard]] inline CLI::Validator any_share() {
  return CLI::Validator(
      [](std::string& text) {
        const double value = share_of(text);
        if (!(value >= 0) || std::isinf(value)) return text + " is not a share such as 10%";
        text = fmt::format("{}", value);
        return std::string();
      },
      "SHARE", "any_share");
}

}  // namespace lull::cli
