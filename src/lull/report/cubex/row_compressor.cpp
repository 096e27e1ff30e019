// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/cubex/row_compressor.hpp"

#include <zlib.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <limits>
#include <new>
#include <span>
#include <thread>
#include <tuple>
#include <utility>

#include "lull/base/run_on_threads.hpp"
#include "lull/report/cubex/cubex_rows.hpp"

namespace lull::report {
namespace {

// Returns the 8 bytes of a value in the metric's data type.
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

// Compresses rows one by one like compress2(), but reuses its memory.
class RowDeflater {
 public:
  RowDeflater() {
    if (deflateInit(&stream_, Z_BEST_SPEED) != Z_OK) throw std::bad_alloc();
  }
  RowDeflater(const RowDeflater&) = delete;
  RowDeflater& operator=(const RowDeflater&) = delete;
  ~RowDeflater() { deflateEnd(&stream_); }

  std::string operator()(std::span<const std::uint64_t> values) {
    constexpr std::size_t kAtATime = std::numeric_limits<uInt>::max();  // limit of zlib's counters
    deflateReset(&stream_);
    const std::span<const std::byte> bytes = std::as_bytes(values);
    room_.resize(compressBound(static_cast<uLong>(bytes.size())));
    std::size_t read = 0;
    std::size_t written = 0;
    for (int status = Z_OK; status != Z_STREAM_END;) {
      const auto in = static_cast<uInt>(std::min(bytes.size() - read, kAtATime));
      const auto out = static_cast<uInt>(std::min(room_.size() - written, kAtATime));
      // zlib does not write to it.
      stream_.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(bytes.data() + read));
      stream_.avail_in = in;
      stream_.next_out = room_.data() + written;
      stream_.avail_out = out;
      status = deflate(&stream_, read + in == bytes.size() ? Z_FINISH : Z_NO_FLUSH);
      if (status == Z_STREAM_ERROR || status == Z_BUF_ERROR) throw std::bad_alloc();
      read += in - stream_.avail_in;
      written += out - stream_.avail_out;
    }
    return {reinterpret_cast<const char*>(room_.data()), written};
  }

 private:
  z_stream stream_{};
  std::vector<Bytef> room_;
};

}  // namespace

RowCompressor::RowCompressor(const Report& tables, unsigned threads)
    : report_(tables),
      threads_(threads > 0 ? threads : std::max(1U, std::thread::hardware_concurrency())),
      order_(row_order(tables.call_paths, RowOrder::DepthFirst)),
      numbers_(order_.size()) {
  for (std::size_t number = 0; number < order_.size(); ++number)
    numbers_[order_[number].index()] = static_cast<std::uint32_t>(number);
}

// row_at(i) returns a metric, a call path, and a row.
template <class RowAt>
std::vector<StoredRow> RowCompressor::compress(std::size_t count, RowAt row_at) const {
  constexpr std::size_t kForThread = 100'000;  // number of values, including zeros
  std::vector<StoredRow> stored(count);
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    std::vector<std::uint64_t> dense(report_.locations.size());
    RowDeflater compressed;
    for (std::size_t i = next++; i < count; i = next++) {
      const auto [metric, path, row] = row_at(i);
      if (row->empty()) continue;
      const ValueType type = report_.metrics[metric.index()].type;
      for (const auto& [location, value] : *row) dense[location.index()] = encoded(type, value);
      stored[i] = {metric, numbers_[path.index()], 0, compressed(dense)};
      stored[i].size = stored[i].bytes.size();
      for (const auto& [location, value] : *row) dense[location.index()] = 0;
    }
  };
  const std::size_t most = count * report_.locations.size() / kForThread + 1;
  run_on_threads(std::min(threads_, most), work);
  std::erase_if(stored, [](const StoredRow& row) { return row.size == 0; });
  return stored;
}

std::vector<StoredRow> RowCompressor::compress(std::span<const MetricRow> rows) const {
  return compress(rows.size(), [rows](std::size_t i) {
    return std::tuple(rows[i].metric, rows[i].path, &rows[i].values);
  });
}

std::vector<StoredRow> RowCompressor::compress(MetricId metric) const {
  return compress(order_.size(), [this, metric](std::size_t i) {
    return std::tuple(metric, order_[i], &report_.row(metric, order_[i]));
  });
}

}  // namespace lull::report
