// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Numbers with what they count, for people: "1 process", "1,234 messages".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lull {

// "-1234567.25" as "-1,234,567.25".
[[nodiscard]] std::string grouped_digits(std::string digits);
[[nodiscard]] std::string grouped(std::uint64_t number);

// "1 location", "1,234 locations". The plural is the name with an s unless it is given; both may go
// on with a verb: counted(n, "message was", "messages were").
[[nodiscard]] std::string counted(std::uint64_t number, std::string_view one,
                                  std::string_view many = {});

}  // namespace lull
