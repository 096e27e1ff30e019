// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Archives whose times are corrected: for tools that take times as they are.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "lull/clock/clock_correction.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull {

// Writes a trace with all its times corrected, and without clock offsets: correcting it once more
// changes nothing. `directory` must not exist, or be empty. `progress` is called with the events
// written, now and then; what it throws leaves nothing behind. Returns the damages: where they
// begin, a location ends. Throws Error (usage, system).
[[nodiscard]] std::vector<std::string> write_corrected(
    const TraceSource& raw, const ClockCorrection& correction,
    const std::filesystem::path& directory,
    const std::function<void(std::uint64_t events)>& progress = {});

}  // namespace lull
