// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Writes a report as a CUBE4 file (.cubex) that CubeGUI and the cubelib tools open: a tar archive
// of anchor.xml, an index and compressed data for each metric with values, and the report's further
// members. No member's size is a multiple of 512, since CubeLib would miss the next member: such a
// member gets an additional byte, a line break if it is text. The file appears complete or not at
// all. Memory in addition to the report: one row of values per core, the compressed data of one
// metric twice, and anchor.xml. Equal reports give equal files.
#pragma once

#include <filesystem>
#include <memory>
#include <span>

#include "lull/base/files/atomic_file.hpp"
#include "lull/report/cubex/row_compressor.hpp"
#include "lull/report/model/report.hpp"

namespace lull::report {

// Values of Unsigned and Signed metrics are rounded. Throws Error (system) if the file cannot be
// written, Error (usage) if a member's name is reserved by the format.
void write_cubex(const Report& report, const std::filesystem::path& path);

// Writes metric by metric, for reports whose values are not all in memory at once.
class CubexWriter {
 public:
  // Throws Error (system) if the file cannot be created.
  explicit CubexWriter(const std::filesystem::path& path,
                       AtomicFile::Naming naming = AtomicFile::Naming::Late);
  // Writes some rows of a file that another process's writer creates. Both writers get the same
  // calls to write_rows(), each with the bytes of some rows. This writer's close() must precede the
  // other writer's finish().
  CubexWriter(const std::filesystem::path& path, const AtomicFile::Invitation& invitation);
  [[nodiscard]] AtomicFile::Invitation invitation() const;
  // Returns whether this writer can write; if not, the other writer needs the bytes.
  [[nodiscard]] bool can_write() const;
  // Removes the file unless finish() was called.
  ~CubexWriter();
  CubexWriter(const CubexWriter&) = delete;
  CubexWriter& operator=(const CubexWriter&) = delete;

  // Called for metrics by ascending id. All metrics have the same call paths and locations.
  void write_values(const Report& report, MetricId metric);
  // Does the same for rows that may be in several processes, by ascending number; `locations` is
  // the report's number of locations.
  void write_rows(MetricId metric, std::span<const StoredRow> rows, std::size_t locations);
  void close();
  // Writes everything except values.
  void finish(const Report& report);

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace lull::report
