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
#include <thread>
#include <tuple>
#include <utility>

#include "lull/base/run_on_threads.hpp"
#include "lull/report/cubex/cubex_rows.hpp"

namespace lull::report {
namespace {

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

// `room` is kept from one row to the next.
std::string compressed(const std::vector<std::uint64_t>& values, std::vector<Bytef>& room) {
  const uLong size = static_cast<uLong>(values.size() * sizeof values[0]);
  room.resize(compressBound(size));
  uLongf packed = static_cast<uLongf>(room.size());
  const int status = compress2(room.data(), &packed, reinterpret_cast<const Bytef*>(values.data()),
                               size, Z_BEST_SPEED);
  if (status != Z_OK) throw std::bad_alloc();
  return {reinterpret_cast<const char*>(room.data()), packed};
}

}  // namespace

RowCompressor::RowCompressor(const Report& tables)
    : report_(tables),
      order_(row_order(tables.call_paths, RowOrder::DepthFirst)),
      numbers_(order_.size()) {
  for (std::size_t number = 0; number < order_.size(); ++number)
    numbers_[order_[number].index()] = static_cast<std::uint32_t>(number);
}

// row_at(i) gives a metric, a call path, and a row.
template <class RowAt>
std::vector<StoredRow> RowCompressor::compress(std::size_t count, RowAt row_at) const {
  constexpr std::size_t kForThread = 100'000;  // values, zeros among them
  std::vector<StoredRow> stored(count);
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    std::vector<std::uint64_t> dense(report_.locations.size());
    std::vector<Bytef> room;
    for (std::size_t i = next++; i < count; i = next++) {
      const auto [metric, path, row] = row_at(i);
      if (row->empty()) continue;
      const ValueType type = report_.metrics[metric.index()].type;
      for (const auto& [location, value] : *row) dense[location.index()] = encoded(type, value);
      stored[i] = {metric, numbers_[path.index()], 0, compressed(dense, room)};
      stored[i].size = stored[i].bytes.size();
      for (const auto& [location, value] : *row) dense[location.index()] = 0;
    }
  };
  const std::size_t most = count * report_.locations.size() / kForThread + 1;
  run_on_threads(std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, most), work);
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
