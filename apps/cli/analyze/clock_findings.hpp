// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The output of lull clocks.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "cli/inputs/clock_choice.hpp"
#include "lull/clock/clock_correction.hpp"
#include "lull/clock_search/clock_pass.hpp"

namespace lull::cli {

[[nodiscard]] std::string to_text(const analysis::ClockFindings& findings, ClockWish wish,
                                  const ClockCorrection& correction,
                                  const Definitions& definitions);
[[nodiscard]] nlohmann::json to_json(const analysis::ClockFindings& findings,
                                     const ClockCorrection& correction,
                                     const Definitions& definitions);

}  // namespace lull::cli
