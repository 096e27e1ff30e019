// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A pattern's test is a trace as text with the expected severities (docs/test-traces.md). This runs
// it through the engine, on one and several threads, in the smallest and in ordinary slices, and
// through the reference implementation.
#pragma once

#include <cstddef>
#include <source_location>
#include <string>
#include <string_view>

namespace lull::patterns {

// A failure names the line of the expectation; `line` is where the text begins in the file. Besides
// the expectations, which must be of metrics that exist, all metrics of all patterns must be equal
// in the engine and in the reference.
void expect_severities(std::string_view text, const std::string& file, std::size_t line);
void expect_severities(std::string_view text,
                       std::source_location where = std::source_location::current());

}  // namespace lull::patterns
