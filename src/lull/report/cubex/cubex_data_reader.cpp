// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/cubex/cubex_data_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

#include "lull/base/error.hpp"
#include "lull/base/text/counted.hpp"
#include "lull/report/cubex/cubex_format.hpp"
#include "lull/report/cubex/tar/gzip.hpp"

namespace lull::report {
namespace {

// Consists of marker, byte order, version and format.
constexpr std::size_t kIndexHeader = kIndexMarker.size() + 4 + 2 + 1;
constexpr std::size_t kOffsetEntry = 3 * sizeof(std::uint64_t);

template <class T>
T load(const char* bytes, bool swapped) {
  char ordered[sizeof(T)];
  std::memcpy(ordered, bytes, sizeof ordered);
  if (swapped) std::reverse(ordered, ordered + sizeof ordered);
  T value;
  std::memcpy(&value, ordered, sizeof value);
  return value;
}

std::size_t element_size(ElementType element) {
  switch (element) {
    case ElementType::None:
      return 0;
    case ElementType::Int8:
    case ElementType::UInt8:
      return 1;
    case ElementType::Int16:
    case ElementType::UInt16:
      return 2;
    case ElementType::Int32:
    case ElementType::UInt32:
      return 4;
    default:
      return 8;
  }
}

template <class T>
void decode_as(const std::string& bytes, bool swapped, std::vector<double>& values) {
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<double>(load<T>(bytes.data() + i * sizeof(T), swapped));
}

}  // namespace

CubexDataReader::CubexDataReader(TarReader& archive, const StoredMetric& metric, std::size_t rows,
                                 std::size_t locations)
    : archive_(archive), element_(metric.element), locations_(locations) {
  const TarReader::Member* index = archive.find(fmt::format("{}.index", metric.file_id));
  if (element_ == ElementType::None || index == nullptr) return;
  read_index(*index, rows);
  if (!row_numbers_.empty() && locations_ > 0 && open_data(metric)) return;
  row_numbers_.clear();
}

bool CubexDataReader::open_data(const StoredMetric& metric) {
  const std::string name = fmt::format("{}.data", metric.file_id);
  data_ = archive_.find(name);
  if (data_ == nullptr)
    throw input_error("{}: member {} is missing, but has an index", archive_.name(), name);
  std::string marker(std::min<std::uint64_t>(data_->size, kCompressedDataMarker.size()), '\0');
  archive_.read(*data_, 0, marker.data(), marker.size());
  compressed_ = marker == kCompressedDataMarker;
  if (!compressed_ && !marker.starts_with(kDataMarker)) throw damaged(*data_, "is not CUBE4 data");
  // An index without data, which some writers leave, means zeros.
  if (data_->size == kDataMarker.size()) return false;
  if (compressed_) read_offsets();
  bytes_.resize(locations_ * element_size(element_));
  return true;
}

Error CubexDataReader::damaged(const TarReader::Member& member, std::string_view wrong) const {
  return input_error("{}: member {} {}", archive_.name(), member.name, wrong);
}

void CubexDataReader::read_index(const TarReader::Member& member, std::size_t rows) {
  const std::uint64_t largest = kIndexHeader + 4 + 4 * std::uint64_t{rows};
  std::string index(static_cast<std::size_t>(std::min(member.size, largest)), '\0');
  archive_.read(member, 0, index.data(), index.size());
  if (index.size() < kIndexHeader || !index.starts_with(kIndexMarker))
    throw damaged(member, "is not a CUBE4 index");
  const auto order = load<std::uint32_t>(index.data() + kIndexMarker.size(), false);
  swapped_ = order != 1;
  if (swapped_ && order != 0x01000000) throw damaged(member, "has an unknown byte order");
  switch (static_cast<IndexFormat>(index[kIndexHeader - 1])) {
    case IndexFormat::Sparse:
      return read_sparse_index(member, index, rows);
    case IndexFormat::BitVector:
      return read_bit_vector(member, index, rows);
    case IndexFormat::Dense:
      row_numbers_.resize(rows);
      return std::iota(row_numbers_.begin(), row_numbers_.end(), 0u);
  }
  throw damaged(member, "has an unknown format");
}

void CubexDataReader::read_sparse_index(const TarReader::Member& member, const std::string& index,
                                        std::size_t rows) {
  // CubeLib writes only the header for a metric that is zero everywhere.
  if (member.size == kIndexHeader) return;
  if (index.size() < kIndexHeader + 4) throw damaged(member, "ends early");
  const auto count = load<std::uint32_t>(index.data() + kIndexHeader, swapped_);
  if (count > rows)
    throw damaged(member,
                  fmt::format("lists {} of {}", counted(count, "row"), counted(rows, "call path")));
  if (count > (index.size() - kIndexHeader - 4) / 4) throw damaged(member, "ends early");
  std::vector<bool> seen(rows);
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto row =
        load<std::uint32_t>(index.data() + kIndexHeader + 4 + std::size_t{4} * i, swapped_);
    if (row >= rows) throw damaged(member, fmt::format("lists row {} of {}", row, rows));
    if (seen[row]) throw damaged(member, fmt::format("lists row {} twice", row));
    seen[row] = true;
    row_numbers_.push_back(row);
  }
}

// The first row is the highest bit of the first byte.
void CubexDataReader::read_bit_vector(const TarReader::Member& member, const std::string& index,
                                      std::size_t rows) {
  if (index.size() - kIndexHeader < (rows + 7) / 8) throw damaged(member, "ends early");
  for (std::size_t row = 0; row < rows; ++row)
    if (index[kIndexHeader + row / 8] & (0x80 >> (row % 8)))
      row_numbers_.push_back(static_cast<std::uint32_t>(row));
}

void CubexDataReader::read_offsets() {
  const std::size_t head = kCompressedDataMarker.size();
  char bytes[kOffsetEntry];
  archive_.read(*data_, head, bytes, sizeof(std::uint64_t));
  const auto count = load<std::uint64_t>(bytes, swapped_);
  const std::uint64_t row_size = locations_ * element_size(element_);
  offsets_.resize(row_numbers_.size());
  if (count > offsets_.size())
    throw damaged(*data_, fmt::format("has {}, its index {}", counted(count, "row"),
                                      grouped(offsets_.size())));
  const std::uint64_t blob = head + sizeof count + count * kOffsetEntry;
  // If rows could share compressed bytes, a small file could expand without bound.
  std::uint64_t left = data_->size < blob ? 0 : data_->size - blob;
  const std::uint64_t blob_size = left;
  for (std::uint64_t i = 0; i < count; ++i) {
    archive_.read(*data_, head + sizeof count + i * kOffsetEntry, bytes, kOffsetEntry);
    const auto raw = load<std::uint64_t>(bytes, swapped_);
    const auto offset = load<std::uint64_t>(bytes + 8, swapped_);
    const auto size = load<std::uint64_t>(bytes + 16, swapped_);
    const bool within = offset <= blob_size && size <= blob_size - offset && size <= left;
    if (raw % row_size != 0 || raw / row_size >= offsets_.size() || !within)
      throw damaged(*data_, "has an invalid table of compressed rows");
    left -= size;
    offsets_[raw / row_size] = {blob + offset, size};
  }
}

bool CubexDataReader::next(std::size_t& row_number, std::vector<double>& values) {
  if (position_ == row_numbers_.size()) return false;
  row_number = row_numbers_[position_];
  read_row(position_++);
  decode(values);
  return true;
}

void CubexDataReader::read_row(std::size_t position) {
  if (!compressed_) {
    archive_.read(*data_, kDataMarker.size() + position * std::uint64_t{bytes_.size()},
                  bytes_.data(), bytes_.size());
    return;
  }
  const CompressedRow& row = offsets_[position];
  if (row.size == 0) {
    std::fill(bytes_.begin(), bytes_.end(), '\0');
    return;
  }
  std::string packed(static_cast<std::size_t>(row.size), '\0');
  archive_.read(*data_, row.offset, packed.data(), packed.size());
  if (!inflate_exactly(packed, bytes_.data(), bytes_.size()))
    throw damaged(*data_, fmt::format("is damaged in its compressed row {}", position));
}

void CubexDataReader::decode(std::vector<double>& values) const {
  values.resize(locations_);
  switch (element_) {
    case ElementType::None:
      return;
    case ElementType::Int8:
      return decode_as<std::int8_t>(bytes_, swapped_, values);
    case ElementType::UInt8:
      return decode_as<std::uint8_t>(bytes_, swapped_, values);
    case ElementType::Int16:
      return decode_as<std::int16_t>(bytes_, swapped_, values);
    case ElementType::UInt16:
      return decode_as<std::uint16_t>(bytes_, swapped_, values);
    case ElementType::Int32:
      return decode_as<std::int32_t>(bytes_, swapped_, values);
    case ElementType::UInt32:
      return decode_as<std::uint32_t>(bytes_, swapped_, values);
    case ElementType::Int64:
      return decode_as<std::int64_t>(bytes_, swapped_, values);
    case ElementType::UInt64:
      return decode_as<std::uint64_t>(bytes_, swapped_, values);
    case ElementType::Double:
      return decode_as<double>(bytes_, swapped_, values);
  }
}

}  // namespace lull::report
