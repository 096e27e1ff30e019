// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/cubex/cubex_rows.hpp"

#include "lull/report/model/tree.hpp"

namespace lull::report {

std::vector<CallPathId> row_order(const std::vector<CallPath>& call_paths, RowOrder order) {
  std::vector<CallPathId> rows;
  rows.reserve(call_paths.size());
  if (order == RowOrder::Definition) {
    for (std::size_t path = 0; path < call_paths.size(); ++path) rows.emplace_back(path);
    return rows;
  }
  const Tree tree(call_paths);
  tree.walk([&](std::size_t path) {
    if (order == RowOrder::DepthFirst || !call_paths[path].parent.defined())
      rows.emplace_back(path);
    if (order == RowOrder::SiblingsFirst)
      for (const std::size_t child : tree.children(path)) rows.emplace_back(child);
  });
  return rows;
}

}  // namespace lull::report
