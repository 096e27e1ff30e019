// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/common/sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>

#include "lull/base/text/printable.hpp"

namespace lull::cli {
namespace {

// Replaces a size such as "10MB" by the number of bytes. As in CLI11, 1kB is 1024 bytes. Returns an
// error message, or nothing.
std::string take_size(std::string& text, std::uint64_t most, const char* shown) {
  constexpr std::string_view kUnits = "bkmgtpe";
  const std::string given = printable(text);
  std::uint64_t size = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
  std::string unit;
  for (const char* at = end; at != text.data() + text.size(); ++at)
    if (*at != ' ') unit += static_cast<char>(*at >= 'A' && *at <= 'Z' ? *at - 'A' + 'a' : *at);
  const std::size_t power = unit.empty() ? 0 : kUnits.find(unit.front());
  const std::string_view behind =
      std::string_view(unit).substr(std::min<std::size_t>(1, unit.size()));
  const bool known = behind.empty() || (power != 0 && (behind == "b" || behind == "ib"));
  if (error == std::errc::invalid_argument || power == kUnits.npos || !known)
    return given + " is not a valid size; expected bytes, or a number with a unit, such as 100MB";
  const bool fits = error == std::errc() && size != 0 && size <= (most >> (10 * power));
  if (!fits) return fmt::format("{} is out of range: the size is from 1B to {}", given, shown);
  text = std::to_string(size << (10 * power));
  return {};
}

}  // namespace

CLI::Validator size_up_to(std::uint64_t most, const char* shown) {
  CLI::Validator validator("");
  validator.non_modifying(false);
  validator.operation([most, shown](std::string& text) { return take_size(text, most, shown); });
  return validator;
}

}  // namespace lull::cli
