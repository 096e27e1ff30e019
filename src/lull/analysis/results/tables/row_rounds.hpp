// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Redistributes the rows of a report: each process has the sums of its own locations and receives
// some rows completely. Rows come in the order of metrics and call paths, in rounds, so that no
// process has more than a few million values at once (or one row); in each round rows of lower
// ranks come first. All calls are collective.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "lull/analysis/distribution/partners.hpp"
#include "lull/analysis/results/tables/cell_table.hpp"
#include "lull/report/cubex/row_compressor.hpp"

namespace lull::analysis {

class RowRounds {
 public:
  struct Tables {
    std::vector<MetricIndex> metrics;  // indexed by metric of the report
    std::vector<double> scales;        // indexed by metric of the report: divisors of the sums
    std::size_t call_paths = 0;
    std::size_t locations = 0;
    std::uint64_t most = 0;  // values of one process in a round; 0: default
  };
  enum class Receivers { All, First };

  // `cells` must outlive this object; rows already returned are freed there. `partners` may be
  // null.
  RowRounds(CellTable& cells, Tables tables, Partners* partners, Receivers receivers);

  // Called with the values of this process's locations, metric by metric.
  using OwnValue = std::function<void(report::MetricId, report::LocationId, double)>;

  // Returns this process's rows of the next round.
  [[nodiscard]] std::vector<report::MetricRow> next(const OwnValue& own);
  [[nodiscard]] bool ended() const { return begin_ == plan_.size(); }
  // Returns whether the rows of the last round follow others of the same metric.
  [[nodiscard]] bool continues() const { return continues_; }
  // All rows of metrics with smaller ids have been returned.
  [[nodiscard]] report::MetricId complete() const;

 private:
  struct Planned {
    std::uint32_t metric = 0;
    std::uint32_t path = 0;
    std::uint64_t values = 0;  // upper bound

    // Returns the size in values, including the row's fixed memory, which counts as some values.
    [[nodiscard]] std::uint64_t size() const { return values + 16; }
  };
  struct Share {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  void plan();
  [[nodiscard]] std::vector<Share> shares_of_round();
  void add_up(const Planned& row);
  [[nodiscard]] std::vector<report::MetricRow> sum_here(Share share, const OwnValue& own);
  [[nodiscard]] Bytes letter(Share share, const OwnValue& own);
  [[nodiscard]] std::vector<report::MetricRow> merged(Share share,
                                                      const std::vector<Bytes>& letters);
  [[nodiscard]] report::MetricRow taken(const Planned& row);
  void forget(std::size_t begin, std::size_t end);

  CellTable& cells_;
  Tables tables_;
  Partners* partners_;
  Receivers receivers_;
  RowSum sum_;
  std::vector<Planned> plan_;  // for all processes
  std::size_t begin_ = 0;      // first row of the next round
  bool continues_ = false;
};

}  // namespace lull::analysis
