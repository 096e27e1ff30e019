// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Traces written as text, with the severities that an analysis must find in them. The format is
// described in docs/test-traces.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lull/trace/source/memory_trace.hpp"

namespace lull::support {

// "expect METRIC PATH @LOCATION = VALUE": times in ticks, counts unchanged.
struct Expectation {
  std::string metric;
  std::vector<std::string> path;  // region names from the root; empty: over all call paths
  LocationId location;            // undefined: over all locations
  double value = 0;
  std::size_t line = 0;
};

struct TextTrace {
  std::unique_ptr<MemoryTrace> trace;
  std::vector<Expectation> expectations;
};

// Throws Error (input) with "name:line:column: sentence" where the text is invalid. Lines are
// numbered from `first_line`, here and in the expectations.
[[nodiscard]] TextTrace parse_text_trace(std::string_view text, const std::string& name = "trace",
                                         std::size_t first_line = 1);
[[nodiscard]] TextTrace read_text_trace(const std::filesystem::path& path);

}  // namespace lull::support
