// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The report of an analysis on its way into a file, row by row: its values are never all in memory.
// Of several processes each compresses the rows that it has and writes them to their places; those
// that cannot open the first one's file give it the bytes. The file is the same to the byte for any
// number of processes, and appears whole or not at all.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "lull/analysis/distribution/partners.hpp"
#include "lull/analysis/results/findings/metric_digest.hpp"
#include "lull/report/cubex/cubex_writer.hpp"
#include "lull/report/cubex/row_compressor.hpp"
#include "lull/report/model/report.hpp"

namespace lull::analysis {

class ReportFile {
 public:
  enum class Writers { All, First };  // First: for those who want to try it

  // Collective. Throws Error (system) when there can be no such file.
  explicit ReportFile(const std::filesystem::path& path, Partners* partners = nullptr,
                      Writers writers = Writers::All);
  // Before the first row, on all processes: digests are of that.
  void keep_digests_to(std::shared_ptr<const report::Focus> focus) {
    if (!digests_of_run_) digests_.keep_to(std::move(focus));
  }
  void take_digests_of_run() { digests_of_run_ = true; }
  // Of this process, from now on; as many as there are processors else.
  void use_threads(unsigned threads) { threads_ = threads; }

  // Collective: rows in the order of metrics and call paths, over the ranks of processes, too;
  // `goes_on` as in MetricDigests, `complete`: all rows of metrics below it have been added.
  void add_rows(const report::Report& tables, std::span<const report::MetricRow> rows, bool goes_on,
                report::MetricId complete);
  void add_to_location(report::MetricId metric, report::LocationId location, double value) {
    digests_.add_to_location(metric, location, value);
  }
  // Collective, after the last of them: what the others have written is on the disk then.
  void end_rows();
  // The first process alone: a metric that it has all values of, behind those of all others.
  void add(const report::Report& report, report::MetricId metric);
  // The first process alone: everything but values.
  void finish(const report::Report& report) { writer_->finish(report); }

  [[nodiscard]] const MetricDigests& digests() const { return digests_; }

 private:
  [[nodiscard]] bool is_first() const { return partners_ == nullptr || partners_->rank() == 0; }
  void open(const std::filesystem::path& path, Writers writers);
  void learn_of_others();
  void write_up_to(report::MetricId complete, std::size_t locations);

  Partners* partners_;
  unsigned threads_ = 0;
  bool digests_of_run_ = false;
  std::optional<report::CubexWriter> writer_;
  std::optional<report::RowCompressor> compressor_;
  MetricDigests digests_;
  std::vector<report::StoredRow> fresh_;    // of the last round, of this process
  std::vector<report::StoredRow> waiting_;  // until all of their metric are known
};

}  // namespace lull::analysis
