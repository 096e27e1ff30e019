// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/metrics/severity_histogram.hpp"

#include <cmath>

namespace lull::analysis {

SeverityHistogram& SeverityHistogram::operator+=(const SeverityHistogram& other) {
  resize(std::max(counts_.size(), other.counts_.size()));
  for (std::size_t i = 0; i < other.counts_.size(); ++i) {
    const std::uint64_t sum = count_of(i) + other.count_of(i);
    counts_[i] = static_cast<std::uint32_t>(sum);
    rounds_[i] = static_cast<std::uint32_t>(sum >> 32);
  }
  sum_ += other.sum_;
  least_ = std::min(least_, other.least_);
  greatest_ = std::max(greatest_, other.greatest_);
  return *this;
}

std::uint64_t SeverityHistogram::count() const {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < counts_.size(); ++i) sum += count_of(i);
  return sum;
}

double SeverityHistogram::middle_of(std::size_t part) {
  if (part < 2 * kParts) return static_cast<double>(part);
  const auto shift = static_cast<int>(part / kParts) - 1;
  const auto low = static_cast<double>(part - static_cast<std::size_t>(shift) * kParts);
  return std::ldexp(low + 0.5, shift) - 0.5;
}

double SeverityHistogram::quantile(double part) const {
  const std::uint64_t all = count();
  if (all == 0) return 0;
  const auto rank = static_cast<std::uint64_t>(std::llround(part * static_cast<double>(all - 1)));
  std::uint64_t before = 0;
  std::size_t i = 0;
  while (before + count_of(i) <= rank) before += count_of(i++);
  return std::clamp(middle_of(i), static_cast<double>(least_), static_cast<double>(greatest_));
}

void SeverityHistogram::pack(Packer& packer) const {
  packer.put_list<std::uint32_t>(counts_);
  packer.put_list<std::uint32_t>(rounds_);
  packer.put(sum_);
  packer.put(least_);
  packer.put(greatest_);
}

SeverityHistogram SeverityHistogram::unpacked(Unpacker& unpacker) {
  SeverityHistogram histogram;
  histogram.counts_ = unpacker.get_list<std::uint32_t>();
  histogram.rounds_ = unpacker.get_list<std::uint32_t>();
  histogram.sum_ = unpacker.get<std::int64_t>();
  histogram.least_ = unpacker.get<std::int64_t>();
  histogram.greatest_ = unpacker.get<std::int64_t>();
  return histogram;
}

}  // namespace lull::analysis
