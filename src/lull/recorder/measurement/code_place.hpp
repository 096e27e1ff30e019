// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Where an address of this process is in a file of code: what stays the same in the next run, and
// can be looked up when the program has ended. Takes the loader's lock: not to be called while
// holding one that code in constructors of libraries may wait for.
#pragma once

#include <cstdint>
#include <string>

namespace lull::recorder {

struct CodePlace {
  std::string object;        // the file; empty where the address is in none
  std::uint64_t offset = 0;  // from where the object is loaded
};

[[nodiscard]] CodePlace place_of(const void* address);

}  // namespace lull::recorder
