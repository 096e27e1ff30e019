// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Numbers and ranges in option lists.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace lull::cli {

// Parses 3 or 3-7 and returns the first and the last number; nothing for any other text.
[[nodiscard]] inline std::optional<std::pair<std::uint64_t, std::uint64_t>> number_range(
    std::string_view text) {
  std::uint64_t first = 0;
  const char* const end = text.data() + text.size();
  auto read = std::from_chars(text.data(), end, first);
  if (read.ec != std::errc()) return std::nullopt;
  if (read.ptr == end) return std::pair(first, first);
  std::uint64_t last = 0;
  if (*read.ptr != '-') return std::nullopt;
  read = std::from_chars(read.ptr + 1, end, last);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return std::pair(first, last);
}

}  // namespace lull::cli
