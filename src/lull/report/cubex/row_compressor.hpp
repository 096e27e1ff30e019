// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Makes rows of a report into what a .cubex file has of them: the values of all locations as one
// zlib stream. Memory: one row of values for each core. Equal rows give equal bytes.
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

// A row as it is in the file.
struct StoredRow {
  MetricId metric;
  std::uint32_t number = 0;  // of the call path, in the order of the file's rows
  std::uint64_t size = 0;    // of the bytes
  std::string bytes;         // empty: another process has them
};

class RowCompressor {
 public:
  // Only tables are used, and remain the same ones. The report must outlive this. `threads`: at
  // most; 0: as many as there are processors.
  explicit RowCompressor(const Report& tables, unsigned threads = 0);

  // On several threads, in the order of the rows; nothing of a row without values.
  [[nodiscard]] std::vector<StoredRow> compress(std::span<const MetricRow> rows) const;
  // The same of all rows of a metric of that report, by number.
  [[nodiscard]] std::vector<StoredRow> compress(MetricId metric) const;

 private:
  template <class RowAt>
  std::vector<StoredRow> compress(std::size_t count, RowAt row_at) const;

  const Report& report_;
  std::size_t threads_;
  std::vector<CallPathId> order_;       // by number
  std::vector<std::uint32_t> numbers_;  // by call path
};

}  // namespace lull::report
