// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Maps an address of this process to an offset in an object file, which is the same in the next run
// and can be looked up after the program has ended. Takes no lock and allocates nothing.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace lull::recorder {

struct CodePlace {
  std::string_view object;   // the file; empty if the address is in none
  std::uint64_t offset = 0;  // from the object's load address
};

// The file's name is stored in `memory`, or belongs to the loader.
[[nodiscard]] CodePlace place_of(const void* address, std::span<char> memory) noexcept;

}  // namespace lull::recorder
