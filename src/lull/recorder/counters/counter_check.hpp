// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Which counters this machine counts, before a program is recorded. `papi` is the library that
// speaks to PAPI, empty where there is none.
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

// Throws Error (usage) for a list with a counter that is not counted here.
void check_counters(const std::string& list, const std::string& papi);
// Whether the list names one of PAPI.
[[nodiscard]] bool needs_papi(const std::string& list);

}  // namespace lull::recorder
