// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The exception that carries a message for the user. Thrown for unusable input or a failing system,
// caught once in main. Data defects are counted and reported instead; bugs assert.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace lull {

// Exit statuses of every lull command.
enum class ExitStatus : int {
  Success = 0,
  CheckFailed = 1,  // a check or comparison that the user asked for did not hold
  Usage = 2,        // the command line is wrong
  Input = 3,        // an input file is missing, damaged or of the wrong kind
  System = 4,       // the system refused: disk full, no permission, out of memory
};

class Error : public std::runtime_error {
 public:
  Error(ExitStatus status, const std::string& sentence)
      : std::runtime_error(sentence), status_(status) {}

  [[nodiscard]] ExitStatus status() const { return status_; }

 private:
  ExitStatus status_;
};

template <class... Args>
[[nodiscard]] Error input_error(fmt::format_string<Args...> text, Args&&... args) {
  return {ExitStatus::Input, fmt::format(text, std::forward<Args>(args)...)};
}

template <class... Args>
[[nodiscard]] Error usage_error(fmt::format_string<Args...> text, Args&&... args) {
  return {ExitStatus::Usage, fmt::format(text, std::forward<Args>(args)...)};
}

// Returns a system error with the text of errno appended: "…: No space left on device".
[[nodiscard]] Error system_error(const std::string& what, int error_number);

}  // namespace lull
