// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Files of tests that consist of text traces and their expectations: the tests of a file, and the
// traces of each test. The format is described in docs/test-traces.md.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lull::support {

struct TestCase {
  std::string text;      // for parse_text_trace, with all values inserted
  std::size_t line = 0;  // the line in the file at which the text begins
  std::string values;    // "CALL = MPI_Bsend"; empty without "with" lines
};

struct TraceTest {
  std::string suite;
  std::string name;
  std::size_t line = 0;
  std::vector<TestCase> cases;
};

// Throws Error (input) with "file:line:column: sentence" where the file is invalid. The traces
// themselves are not parsed.
[[nodiscard]] std::vector<TraceTest> parse_trace_file(std::string_view text,
                                                      const std::string& file);
[[nodiscard]] std::vector<TraceTest> read_trace_file(const std::filesystem::path& path);

}  // namespace lull::support
