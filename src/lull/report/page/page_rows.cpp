// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/page/page_rows.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "lull/report/model/aggregate.hpp"

namespace lull::report {
namespace {

static_assert(std::endian::native == std::endian::little, "the page reads little-endian numbers");

constexpr std::uint8_t kSparse = 1;
constexpr std::uint8_t kExact = 0;
constexpr std::uint8_t kRounded16 = 2;
constexpr std::uint8_t kRounded8 = 4;
constexpr std::uint8_t kAllEqual = 6;

template <class Value>
void append(std::string& bytes, const std::vector<Value>& values) {
  bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Value));
  pad(bytes);
}

// If fewer bits are used than a Number has, fewer different values occur, and they compress better.
template <class Number>
void append_rounded(std::string& bytes, const std::vector<double>& values, double low, double high,
                    unsigned bits) {
  constexpr double kMost = std::numeric_limits<Number>::max();
  const double steps = static_cast<double>((1u << bits) - 1);
  std::vector<Number> numbers(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double step = std::round((values[i] - low) / (high - low) * steps);
    numbers[i] = static_cast<Number>(std::lround(step * kMost / steps));
  }
  append(bytes, numbers);
}

class RowWriter {
 public:
  RowWriter(const Report& report, Rounding rounding) : report_(report), rounding_(rounding) {}

  void add(std::size_t metric, std::size_t path, const Row& row) {
    const ValueType type = report_.metrics[metric % report_.metrics.size()].type;
    const bool extreme = type == ValueType::Minimum || type == ValueType::Maximum;
    double total = 0;
    for (const auto& [location, value] : row) total = combine(type, total, value);
    const std::uint8_t encoding = store(row, extreme);
    metrics_.push_back(static_cast<std::uint32_t>(metric));
    paths_.push_back(static_cast<std::uint32_t>(path));
    encodings_.push_back(encoding);
    totals_.push_back(total);
  }

  PageRows result() {
    PageRows all;
    all.rows = metrics_.size();
    all.rounded = rounded_;
    append(all.bytes, metrics_);
    append(all.bytes, paths_);
    append(all.bytes, counts_);
    append(all.bytes, encodings_);
    append(all.bytes, totals_);
    append(all.bytes, lows_);
    append(all.bytes, highs_);
    all.places = places_.size();
    all.bytes += places_;
    pad(all.bytes);
    all.bytes += values_;
    return all;
  }

 private:
  // Stores the row densely if more than a third of the locations have a value; a missing minimum
  // differs from zero.
  std::uint8_t store(const Row& row, bool extreme) {
    const bool full = row.size() == report_.locations.size();
    const bool dense = full || (!extreme && row.size() * 3 > report_.locations.size());
    std::vector<double> values(dense ? report_.locations.size() : row.size());
    std::uint64_t next = 0;  // one more than the previous location
    for (std::size_t i = 0; i < row.size(); ++i) {
      values[dense ? row[i].first.index() : i] = row[i].second;
      if (!dense) append_place(row[i].first.value + 1 - next);
      next = row[i].first.value + 1;
    }
    counts_.push_back(static_cast<std::uint32_t>(values.size()));
    return static_cast<std::uint8_t>((dense ? 0 : kSparse) | store_values(values, extreme));
  }

  void append_place(std::uint64_t distance) {
    for (; distance > 127; distance >>= 7) places_ += static_cast<char>(128 | (distance & 127));
    places_ += static_cast<char>(distance);
  }

  std::uint8_t store_values(const std::vector<double>& values, bool exact_only) {
    const auto [low, high] = std::ranges::minmax(values);
    lows_.push_back(low);
    highs_.push_back(high);
    if (low == high) return kAllEqual;
    const bool can_round = std::isfinite(high - low) && !exact_only && values.size() > kFew;
    if (rounding_ == Rounding::None || !can_round) {
      append(values_, values);
      return kExact;
    }
    rounded_ = true;
    if (rounding_ == Rounding::Bits16) {
      append_rounded<std::uint16_t>(values_, values, low, high, 16);
      return kRounded16;
    }
    append_rounded<std::uint8_t>(values_, values, low, high, static_cast<unsigned>(rounding_));
    return kRounded8;
  }

  static constexpr std::size_t kFew = 64;  // smaller rows are not worth rounding

  const Report& report_;
  Rounding rounding_;
  bool rounded_ = false;
  std::vector<std::uint32_t> metrics_, paths_, counts_;
  std::vector<std::uint8_t> encodings_;
  std::vector<double> totals_, lows_, highs_;
  std::string places_;
  std::string values_;
};

}  // namespace

void pad(std::string& bytes) { bytes.append((8 - bytes.size() % 8) % 8, '\0'); }

PageRows page_rows(const Report& report, const Report* reference, Rounding rounding) {
  RowWriter writer(report, rounding);
  const std::size_t metrics = report.metrics.size();
  const std::size_t all = reference == nullptr ? metrics : 2 * metrics;
  for (std::size_t metric = 0; metric < all; ++metric)
    for (std::size_t path = 0; path < report.call_paths.size(); ++path) {
      const Report& from = metric < metrics ? report : *reference;
      if (const Row& row = from.row(MetricId(metric % metrics), CallPathId(path)); !row.empty())
        writer.add(metric, path, row);
    }
  return writer.result();
}

}  // namespace lull::report
