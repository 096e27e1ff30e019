// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Checks which counters this machine supports, before a program is recorded. `papi` is the path of
// the library that is linked to PAPI, empty if there is none.
#pragma once

#include <string>
#include <vector>

namespace lull::recorder {

struct CounterDescription {
  std::string name;
  std::string unit;
  std::string description;
};

[[nodiscard]] std::vector<CounterDescription> available_counters(const std::string& papi);

// Throws Error (usage) for a list with a counter that is not supported here.
void check_counters(const std::string& list, const std::string& papi);
// Returns whether the list contains a PAPI counter.
[[nodiscard]] bool needs_papi(const std::string& list);

}  // namespace lull::recorder
