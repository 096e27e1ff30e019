// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Writes the report of an analysis to a file, row by row, so that its values are never all in
// memory. Each of several processes compresses its rows and writes them to their places; processes
// that cannot open the first process's file send it the bytes. The file is byte-identical for any
// number of processes, and appears completely or not at all.
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
  enum class Writers { All, First };  // First: for tests

  // Collective. Throws Error (system) if the file cannot be created.
  explicit ReportFile(const std::filesystem::path& path, Partners* partners = nullptr,
                      Writers writers = Writers::All);
  // Call on all processes before the first row: restricts the digests to the focus.
  void keep_digests_to(std::shared_ptr<const report::Focus> focus) {
    if (!digests_of_run_) digests_.keep_to(std::move(focus));
  }
  void take_digests_of_run() { digests_of_run_ = true; }
  // Number of threads of this process; default: the number of processors.
  void use_threads(unsigned threads) { threads_ = threads; }

  // Collective: rows in the order of metrics and call paths, even across the ranks of processes;
  // `continues`: as in MetricDigests; `complete`: all rows of metrics with smaller ids have been
  // added.
  void add_rows(const report::Report& tables, std::span<const report::MetricRow> rows,
                bool continues, report::MetricId complete);
  void add_to_location(report::MetricId metric, report::LocationId location, double value) {
    digests_.add_to_location(metric, location, value);
  }
  // Collective; call after the last row: everything written by other processes is then on disk.
  void end_rows();
  // First process only: adds a metric with all its values, after all processes' values.
  void add(const report::Report& report, report::MetricId metric);
  // First process only: writes everything but values.
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
  std::vector<report::StoredRow> fresh_;    // rows of this process's last round
  std::vector<report::StoredRow> waiting_;  // until all rows of their metric are known
};

}  // namespace lull::analysis
