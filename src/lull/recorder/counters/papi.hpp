// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "lull/recorder/counters/papi_interface.hpp"

namespace lull::recorder {

// Loads the library that is linked to PAPI, once. Throws std::runtime_error with the reason if it
// cannot.
[[nodiscard]] const PapiInterface& papi(const std::string& library);

// Returns whether the name is a PAPI event: PAPI_TOT_CYC, perf::PAGE-FAULTS.
[[nodiscard]] bool is_papi_name(const std::string& name);

}  // namespace lull::recorder
