// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Writes a report as a CUBE4 file (.cubex) that CubeGUI and the cubelib tools open: a tar of
// anchor.xml, an index and compressed data per metric that has values, and the report's further
// members. No size is a multiple of 512, or CubeLib would miss the next member: such a one gets one
// byte more, a line break if it is text. The file appears whole or not at all. Memory beside the
// report: one row of values for each core, the compressed data of one metric twice, and anchor.xml.
// Equal reports give equal files.
#pragma once

#include <filesystem>
#include <memory>
#include <span>

#include "lull/base/files/atomic_file.hpp"
#include "lull/report/cubex/row_compressor.hpp"
#include "lull/report/model/report.hpp"

namespace lull::report {

// Values of Unsigned and Signed metrics are rounded. Throws Error (system) when the file cannot be
// written, Error (usage) when a member's name is one that the format keeps for itself.
void write_cubex(const Report& report, const std::filesystem::path& path);

// The same metric by metric, for reports of which not all values are there at once.
class CubexWriter {
 public:
  // Throws Error (system) when there can be no such file.
  explicit CubexWriter(const std::filesystem::path& path,
                       AtomicFile::Naming naming = AtomicFile::Naming::Late);
  // Writes some rows of a file that another process's writer makes. Both get the same calls of
  // write_rows(), of which each has the bytes of some rows; then close() of this one comes before
  // finish() of the other.
  CubexWriter(const std::filesystem::path& path, const AtomicFile::Invitation& invitation);
  [[nodiscard]] AtomicFile::Invitation invitation() const;
  // Whether it can: else the other one has to be given the bytes.
  [[nodiscard]] bool can_write() const;
  // Without finish() there is no file.
  ~CubexWriter();
  CubexWriter(const CubexWriter&) = delete;
  CubexWriter& operator=(const CubexWriter&) = delete;

  // Metrics by ascending id; all of them have the same call paths and locations.
  void write_values(const Report& report, MetricId metric);
  // The same of rows that may be in several processes, by ascending number; `locations` of the
  // report.
  void write_rows(MetricId metric, std::span<const StoredRow> rows, std::size_t locations);
  void close();
  // Everything but values.
  void finish(const Report& report);

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace lull::report
