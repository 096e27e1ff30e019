// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/cubex/cubex_writer.hpp"

#include <zlib.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <new>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "lull/base/error.hpp"
#include "lull/base/run_on_threads.hpp"
#include "lull/report/cubex/cubex_anchor_writer.hpp"
#include "lull/report/cubex/cubex_format.hpp"
#include "lull/report/cubex/cubex_rows.hpp"
#include "lull/report/cubex/tar_format.hpp"
#include "lull/report/cubex/tar_writer.hpp"

namespace lull::report {
namespace {

static_assert(std::endian::native == std::endian::little, "files are written in host byte order");

template <class T>
void append(std::string& bytes, T value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// CubeLib's reader misses the member behind one of such a size: it takes one block too many for its
// end.
bool is_skipped_over(std::uint64_t size) { return size > 0 && size % kTarBlock == 0; }

// The member with one byte more at its end when it needs that: an empty line behind text.
std::string padded(std::string content) {
  const bool text = content.find('\0') == content.npos;
  if (is_skipped_over(content.size())) content += text ? '\n' : '\0';
  return content;
}

// The 8 bytes of one value as the metric's data type has them.
std::uint64_t encoded(ValueType type, double value) {
  if (type == ValueType::Unsigned) {
    if (value <= 0) return 0;
    return value >= 0x1p64 ? ~std::uint64_t{0} : static_cast<std::uint64_t>(std::round(value));
  }
  if (type == ValueType::Signed) {
    if (value >= 0x1p63) return std::numeric_limits<std::int64_t>::max();
    if (value <= -0x1p63)
      return std::bit_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::min());
    return std::bit_cast<std::uint64_t>(static_cast<std::int64_t>(std::round(value)));
  }
  return std::bit_cast<std::uint64_t>(value);
}

std::string compressed(const std::vector<std::uint64_t>& values) {
  const uLong size = static_cast<uLong>(values.size() * sizeof values[0]);
  std::string packed(compressBound(size), '\0');
  uLongf packed_size = static_cast<uLongf>(packed.size());
  const int status = compress2(reinterpret_cast<Bytef*>(packed.data()), &packed_size,
                               reinterpret_cast<const Bytef*>(values.data()), size, Z_BEST_SPEED);
  if (status != Z_OK) throw std::bad_alloc();
  packed.resize(packed_size);
  return packed;
}

// Compresses rows on all cores, each for itself.
class RowCompressor {
 public:
  RowCompressor(const Report& report, MetricId metric, const std::vector<CallPathId>& rows)
      : report_(report), metric_(metric), rows_(rows), packed_(rows.size()) {}

  // By row; nothing of a row without values.
  std::vector<std::string> compress() {
    constexpr std::size_t kForThread = 100'000;  // values, zeros among them
    const std::size_t most = rows_.size() * report_.locations.size() / kForThread + 1;
    const std::size_t threads =
        std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, most);
    run_on_threads(threads, [this] { work(); });
    return std::move(packed_);
  }

 private:
  void work() {
    const ValueType type = report_.metrics[metric_.index()].type;
    std::vector<std::uint64_t> dense(report_.locations.size());
    for (std::size_t number = next_++; number < rows_.size(); number = next_++) {
      const Row& row = report_.row(metric_, rows_[number]);
      if (row.empty()) continue;
      for (const auto& [location, value] : row) dense[location.index()] = encoded(type, value);
      packed_[number] = compressed(dense);
      for (const auto& [location, value] : row) dense[location.index()] = 0;
    }
  }

  const Report& report_;
  MetricId metric_;
  const std::vector<CallPathId>& rows_;
  std::vector<std::string> packed_;
  std::atomic<std::size_t> next_ = 0;
};

// The index and data of one metric: the rows that hold a value.
class MetricData {
 public:
  MetricData(const Report& report, MetricId metric, const std::vector<CallPathId>& rows)
      : row_size_(report.locations.size() * sizeof(std::uint64_t)) {
    const std::vector<std::string> packed = RowCompressor(report, metric, rows).compress();
    for (std::size_t number = 0; number < rows.size(); ++number)
      if (!packed[number].empty()) add_row(static_cast<std::uint32_t>(number), packed[number]);
  }

  [[nodiscard]] bool empty() const { return row_count_ == 0; }

  void write(TarWriter& tar, std::size_t id) const {
    std::string index(kIndexMarker);
    append(index, std::uint32_t{1});
    append(index, std::uint16_t{0});
    append(index, static_cast<std::uint8_t>(IndexFormat::Sparse));
    append(index, row_count_);
    tar.add(fmt::format("{}.index", id), index + row_numbers_);  // 22 bytes and 4 a row

    std::string head(kCompressedDataMarker);
    append(head, std::uint64_t{row_count_});
    const std::uint64_t size = head.size() + offsets_.size() + blob_.size();
    const std::string_view padding("\0", is_skipped_over(size) ? 1 : 0);  // belongs to no row
    tar.begin(fmt::format("{}.data", id), size + padding.size());
    for (const std::string_view part :
         {std::string_view(head), std::string_view(offsets_), std::string_view(blob_), padding})
      tar.append(part);
    tar.end();
  }

 private:
  void add_row(std::uint32_t number, const std::string& packed) {
    append(row_numbers_, number);
    append(offsets_, std::uint64_t{row_count_} * row_size_);
    append(offsets_, std::uint64_t{blob_.size()});
    append(offsets_, std::uint64_t{packed.size()});
    blob_ += packed;
    ++row_count_;
  }

  std::uint64_t row_size_;  // not compressed
  std::uint32_t row_count_ = 0;
  std::string row_numbers_;
  std::string offsets_;
  std::string blob_;
};

}  // namespace

class CubexWriter::Implementation {
 public:
  explicit Implementation(const std::filesystem::path& path) : file_(path), tar_(file_) {}

  void write_values(const Report& report, MetricId metric) {
    if (!rows_) rows_ = row_order(report.call_paths, RowOrder::DepthFirst);
    const MetricData data(report, metric, *rows_);
    if (!data.empty()) data.write(tar_, metric.index());
  }
  void finish(const Report& report) {
    for (const auto& [name, content] : report.members) {
      if (name == kAnchorName || metric_member(name) || name.empty())
        throw usage_error("a report cannot hold a member called \"{}\"", name);
      tar_.add(name, padded(content));
    }
    tar_.add(kAnchorName, padded(cubex_anchor(report)));
    tar_.finish();
    file_.commit();
  }

 private:
  AtomicFile file_;
  TarWriter tar_;
  std::optional<std::vector<CallPathId>> rows_;
};

CubexWriter::CubexWriter(const std::filesystem::path& path)
    : implementation_(std::make_unique<Implementation>(path)) {}
CubexWriter::~CubexWriter() = default;
void CubexWriter::write_values(const Report& report, MetricId metric) {
  implementation_->write_values(report, metric);
}
void CubexWriter::finish(const Report& report) { implementation_->finish(report); }

void write_cubex(const Report& report, const std::filesystem::path& path) {
  CubexWriter writer(path);
  for (std::size_t id = 0; id < report.metrics.size(); ++id)
    writer.write_values(report, MetricId(id));
  writer.finish(report);
}

}  // namespace lull::report
