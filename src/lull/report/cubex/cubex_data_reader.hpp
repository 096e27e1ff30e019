// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Reads the values of one metric of a .cubex file row by row, from its index (sparse, bit vector or
// dense) and its data (plain or compressed, either byte order). Holds the index and one row at a
// time. Every error is an Error (input) that names the file and the member.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lull/base/error.hpp"
#include "lull/report/cubex/cubex_anchor_reader.hpp"
#include "lull/report/cubex/tar/tar_reader.hpp"

namespace lull::report {

class CubexDataReader {
 public:
  // `rows` and `locations` bound the index: the number of call paths, and the length of a row. A
  // metric without an index has no rows.
  CubexDataReader(TarReader& archive, const StoredMetric& metric, std::size_t rows,
                  std::size_t locations);

  // Reads the next row: its number and one value per location. Returns false at the end.
  bool next(std::size_t& row_number, std::vector<double>& values);

 private:
  void read_index(const TarReader::Member& member, std::size_t rows);
  void read_sparse_index(const TarReader::Member& member, const std::string& index,
                         std::size_t rows);
  void read_bit_vector(const TarReader::Member& member, const std::string& index, std::size_t rows);
  bool open_data(const StoredMetric& metric);  // false: the index describes only zeros
  void read_offsets();
  void read_row(std::size_t position);
  void decode(std::vector<double>& values) const;
  [[nodiscard]] Error damaged(const TarReader::Member& member, std::string_view wrong) const;

  struct CompressedRow {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;  // 0: the row is absent, and zero
  };

  TarReader& archive_;
  ElementType element_;
  std::size_t locations_;
  const TarReader::Member* data_ = nullptr;
  bool swapped_ = false;  // opposite byte order
  bool compressed_ = false;
  std::vector<std::uint32_t> row_numbers_;  // indexed by position in the data
  std::vector<CompressedRow> offsets_;      // indexed likewise, for compressed data
  std::size_t position_ = 0;
  std::string bytes_;  // bytes of the current row
};

}  // namespace lull::report
