// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/model/damaged_member.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>

namespace lull::report {

Error damaged_member(const char* member, const std::exception& why) {
  std::string text = "a value is missing or of the wrong type";
  if (dynamic_cast<const MemberMistake*>(&why) != nullptr ||
      dynamic_cast<const Error*>(&why) != nullptr)
    text = why.what();
  else if (const auto* const parse = dynamic_cast<const nlohmann::json::parse_error*>(&why))
    text = fmt::format("it is not valid JSON from byte {} on", parse->byte);
  return input_error("the report's {} is damaged: {}", member, text);
}

}  // namespace lull::report
