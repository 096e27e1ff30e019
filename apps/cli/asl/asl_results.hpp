// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What `lull asl run` found, written out: as tables for people, as JSON, as CSV.
#pragma once

#include <iosfwd>
#include <string>

#include "lull/asl/evaluate/run.hpp"
#include "lull/asl/program/program.hpp"
#include "lull/asl/syntax/diagnostics.hpp"
#include "lull/report/show/tree_table.hpp"

namespace lull::cli {

struct AslResults {
  std::string archive;        // its anchor
  std::string second;         // that of the archive that it is compared with; "": none
  std::string specification;  // as it was given
  std::string matches;        // the pattern whose matches are listed; "": none
  const asl::Program& program;
  const asl::RunResults& found;
};

[[nodiscard]] std::string asl_text(const AslResults& results, const report::TableStyle& style);
// With numbers that give the same value again when they are read, always UTF-8.
void write_asl_json(const AslResults& results, std::ostream& out);
// The same of a specification that is rejected: nothing but why.
void write_asl_json(const std::string& archive, const std::string& specification,
                    const asl::Diagnostics& mistakes, std::ostream& out);
// The matches if they were asked for, else the properties.
void write_asl_csv(const AslResults& results, std::ostream& out);

// The mistakes that only the run could tell, as diagnostics are printed.
[[nodiscard]] std::string asl_errors_text(const asl::RunResults& found);

}  // namespace lull::cli
