// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Where an address of this process is in a file of code: what stays the same in the next run, and
// can be looked up when the program has ended. Takes no lock and allocates nothing.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace lull::recorder {

struct CodePlace {
  std::string_view object;   // the file; empty where the address is in none
  std::uint64_t offset = 0;  // from where the object is loaded
};

// The file's name is in `memory`, or belongs to the loader.
[[nodiscard]] CodePlace place_of(const void* address, std::span<char> memory) noexcept;

}  // namespace lull::recorder
