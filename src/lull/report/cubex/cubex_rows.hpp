// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Row numbers of a metric's data in a .cubex file: the position in an enumeration of the call tree,
// which depends on the metric's type. Shared by writer and reader.
#pragma once

#include <vector>

#include "lull/report/model/report.hpp"

namespace lull::report {

enum class RowOrder {
  DepthFirst,     // EXCLUSIVE: pre-order
  SiblingsFirst,  // INCLUSIVE: a root, then the children of each visited call path numbered
                  // together
  Definition,     // SIMPLE: in file order
};

// Returns the call path of each row number. Children are visited in the order of `call_paths`.
[[nodiscard]] std::vector<CallPathId> row_order(const std::vector<CallPath>& call_paths,
                                                RowOrder order);

}  // namespace lull::report
