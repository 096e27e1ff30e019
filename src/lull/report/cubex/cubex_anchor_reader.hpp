// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Reads the anchor.xml of a .cubex file: the tables of a report, and the storage format of each
// metric. Identifiers of a table are kept if they are 0 … n-1 with parents before children;
// otherwise the file's order is used. Locations are always in the order of their identifiers, like
// data rows. Metrics that CUBE hides (viztype GHOST) are omitted with their sub-metrics.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "lull/report/cubex/cubex_rows.hpp"
#include "lull/report/model/report.hpp"

namespace lull::report {

enum class ElementType {
  None,  // no data, or none that fits into a double
  Int8,
  UInt8,
  Int16,
  UInt16,
  Int32,
  UInt32,
  Int64,
  UInt64,
  Double,
};

struct StoredMetric {
  std::uint64_t file_id = 0;  // its members are <file_id>.index and <file_id>.data
  RowOrder rows = RowOrder::DepthFirst;
  ElementType element = ElementType::None;
  bool inclusive = false;  // along the call tree
};

struct Anchor {
  Report report;                      // has no values
  std::vector<StoredMetric> metrics;  // one for each of the report's metrics
  // indexed by [RowOrder][row number]: call path
  std::array<std::vector<CallPathId>, 3> rows;
};

// `text` is the member as stored, possibly gzip-compressed. Errors name `source`. Throws Error
// (input) for malformed XML, missing or duplicate identifiers and dangling references.
[[nodiscard]] Anchor read_anchor(std::string text, const std::string& source);

}  // namespace lull::report
