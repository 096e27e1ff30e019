// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Texts mutated from others: words exchanged, omitted, repeated, nested; bytes changed.
#pragma once

#include <random>
#include <string>
#include <vector>

namespace lull::fuzz {

inline constexpr std::size_t kLongest = 8192;

[[nodiscard]] std::string mutated(const std::vector<std::string>& corpus, std::mt19937_64& random);

}  // namespace lull::fuzz
