// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Distribution of single severities: exact count, sum, minimum and maximum; quantiles with an error
// of at most 2 %, as each power of two is divided into 32 parts. The sum of histograms of several
// threads or processes equals the histogram of all severities. Takes some nanoseconds for each
// severity, and at most 15 KB.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "lull/base/memory/packing.hpp"

namespace lull::analysis {

class SeverityHistogram {
 public:
  // `severity` must be positive.
  void add(std::int64_t severity) {
    const std::size_t part = part_of(static_cast<std::uint64_t>(severity));
    if (part >= counts_.size()) [[unlikely]]
      resize(part + 1);
    if (++counts_[part] == 0) [[unlikely]]
      ++rounds_[part];
    sum_ += severity;
    least_ = std::min(least_, severity);
    greatest_ = std::max(greatest_, severity);
  }
  SeverityHistogram& operator+=(const SeverityHistogram& other);

  [[nodiscard]] std::uint64_t count() const;
  [[nodiscard]] std::int64_t sum() const { return sum_; }
  [[nodiscard]] std::int64_t least() const { return least_; }
  [[nodiscard]] std::int64_t greatest() const { return greatest_; }
  // Returns the quantile of `part`, from 0 to 1; 0 if there are no severities.
  [[nodiscard]] double quantile(double part) const;

  void pack(Packer& packer) const;
  static SeverityHistogram unpacked(Unpacker& unpacker);

 private:
  static constexpr unsigned kBits = 5;  // log2 of the number of parts of a power of two
  static constexpr std::uint64_t kParts = 1u << kBits;

  static std::size_t part_of(std::uint64_t severity) {
    if (severity < 2 * kParts) return severity;
    const auto shift = static_cast<unsigned>(std::bit_width(severity)) - kBits - 1;
    return shift * kParts + (severity >> shift);
  }
  void resize(std::size_t parts) {
    counts_.resize(parts);
    rounds_.resize(parts);
  }
  [[nodiscard]] std::uint64_t count_of(std::size_t part) const {
    return std::uint64_t{rounds_[part]} << 32 | counts_[part];
  }
  // The middle of the range of one part.
  static double middle_of(std::size_t part);

  std::vector<std::uint32_t> counts_;  // 32 bits, to save cache space
  std::vector<std::uint32_t> rounds_;  // number of overflows of each count
  std::int64_t sum_ = 0;
  std::int64_t least_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t greatest_ = 0;
};

}  // namespace lull::analysis
