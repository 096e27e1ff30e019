// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Counts for people: "1 process", "1,234 messages".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lull {

// Formats "-1234567.25" as "-1,234,567.25".
[[nodiscard]] std::string grouped_digits(std::string digits);
[[nodiscard]] std::string grouped(std::uint64_t number);

// Returns "1 location", "1,234 locations". The plural defaults to `one` with an s; both may include
// a verb: counted(n, "message was", "messages were").
[[nodiscard]] std::string counted(std::uint64_t number, std::string_view one,
                                  std::string_view many = {});

}  // namespace lull
