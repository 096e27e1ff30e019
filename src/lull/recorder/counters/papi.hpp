// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "lull/recorder/counters/papi_interface.hpp"

namespace lull::recorder {

// Loads the library that speaks to PAPI, once. Throws std::runtime_error that says why it cannot.
[[nodiscard]] const PapiInterface& papi(const std::string& library);

// Whether the name is one for PAPI: PAPI_TOT_CYC, perf::PAGE-FAULTS.
[[nodiscard]] bool is_papi_name(const std::string& name);

}  // namespace lull::recorder
