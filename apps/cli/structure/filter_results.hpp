// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A summary of what `lull filter` removed, as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "cli/structure/filter_iterations.hpp"
#include "lull/structure/filter/filter_report.hpp"

namespace lull::cli {

struct FilterResults {
  std::string archive;  // the anchor files
  std::string output;
  std::uint64_t ticks_per_second = 0;
  structure::FilterReport report;
  KeptIterations iterations;
};

[[nodiscard]] std::string to_text(const FilterResults& results);
[[nodiscard]] nlohmann::json to_json(const FilterResults& results);

}  // namespace lull::cli
