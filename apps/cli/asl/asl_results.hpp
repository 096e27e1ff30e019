// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Writes the results of `lull asl run` as tables for people, as JSON and as CSV.
#pragma once

#include <iosfwd>
#include <string>

#include "lull/asl/evaluate/run.hpp"
#include "lull/asl/program/program.hpp"
#include "lull/asl/syntax/diagnostics.hpp"
#include "lull/report/show/tree_table.hpp"

namespace lull::cli {

struct AslResults {
  std::string archive;        // anchor file
  std::string second;         // anchor file of the archive it is compared with; "": none
  std::string specification;  // as given by the user
  std::string matches;        // the pattern whose matches are listed; "": none
  const asl::Program& program;
  const asl::RunResults& found;
};

[[nodiscard]] std::string asl_text(const AslResults& results, const report::TableStyle& style);
// Writes JSON, always UTF-8; numbers are exact when read back.
void write_asl_json(const AslResults& results, std::ostream& out);
// Does the same for a rejected specification: writes only its mistakes.
void write_asl_json(const std::string& archive, const std::string& specification,
                    const asl::Diagnostics& mistakes, std::ostream& out);
// Writes the matches if they were asked for, or else the properties.
void write_asl_csv(const AslResults& results, std::ostream& out);

// Returns the mistakes found during the run, in the format of diagnostics.
[[nodiscard]] std::string asl_errors_text(const asl::RunResults& found);

}  // namespace lull::cli
