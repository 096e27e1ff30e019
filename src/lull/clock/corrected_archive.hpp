// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Archives with corrected times, for tools that do not correct clocks themselves.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "lull/clock/clock_correction.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull {

// Writes a trace with all times corrected, and without clock offsets, so that another correction
// changes nothing. `directory` must not exist, or be empty. `progress` is called from time to time
// with the number of events written; if it throws, nothing remains. Returns the damages: a damaged
// location ends where its damage begins. Throws Error (usage, system).
[[nodiscard]] std::vector<std::string> write_corrected(
    const TraceSource& raw, const ClockCorrection& correction,
    const std::filesystem::path& directory,
    const std::function<void(std::uint64_t events)>& progress = {});

}  // namespace lull
