// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Compresses the rows of a report for a .cubex file: the values of all locations as one zlib
// stream. Memory: one row of values per core. Equal rows give equal bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lull/report/model/report.hpp"

namespace lull::report {

// The values of one metric at one call path.
struct MetricRow {
  MetricId metric;
  CallPathId path;
  Row values;
};

// A row as stored in the file.
struct StoredRow {
  MetricId metric;
  std::uint32_t number = 0;  // row number of the call path, in the file's row order
  std::uint64_t size = 0;    // size in bytes
  std::string bytes;         // empty: the bytes are in another process
};

class RowCompressor {
 public:
  // Uses only the tables, which must not change. The report must outlive this. `threads` is the
  // maximum number of threads; 0: the number of processors.
  explicit RowCompressor(const Report& tables, unsigned threads = 0);

  // Compresses on several threads, in the order of the rows; omits rows without values.
  [[nodiscard]] std::vector<StoredRow> compress(std::span<const MetricRow> rows) const;
  // Does the same for all rows of one of the report's metrics, by number.
  [[nodiscard]] std::vector<StoredRow> compress(MetricId metric) const;

 private:
  template <class RowAt>
  std::vector<StoredRow> compress(std::size_t count, RowAt row_at) const;

  const Report& report_;
  std::size_t threads_;
  std::vector<CallPathId> order_;       // indexed by row number
  std::vector<std::uint32_t> numbers_;  // indexed by call path
};

}  // namespace lull::report
