// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "lull/report/model/report.hpp"

namespace lull::support {

// Report::path_name() without parameters: other tools do not distinguish call paths by parameters.
inline std::string region_path(const report::Report& report, report::CallPathId path) {
  std::string name;
  for (; path.defined(); path = report.call_paths[path.index()].parent) {
    const std::string& region = report.regions[report.call_paths[path.index()].region.index()].name;
    name = name.empty() ? region : region + '/' + name;
  }
  return name;
}

}  // namespace lull::support
