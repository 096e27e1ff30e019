// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The distribution of a sequence's durations: its peaks, and a representative occurrence of each
// (Trahay et al., section IV). Durations are compared on a logarithmic scale, so that a window of
// 10 % has the same width everywhere. Peaks are the peaks of a kernel density (Gaussian, half as
// wide as the window), so there are no bins to choose.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lull/base/time.hpp"

namespace lull::structure {

enum class Regularity : std::uint8_t {
  Unknown,  // too few occurrences
  OnePeak,  // four of five occurrences have similar durations
  Peaks,    // four of five occurrences are at one of at most five peaks
  Irregular
};

struct DurationPeak {
  Duration median;
  std::uint64_t occurrences = 0;     // occurrences within the window around the peak
  std::uint64_t representative = 0;  // the first occurrence nearest to the median
};

struct DurationProfile {
  Regularity regularity = Regularity::Unknown;
  std::uint64_t occurrences = 0;
  Duration shortest;
  Duration median;
  Duration longest;
  std::vector<DurationPeak> peaks;      // ascending by duration
  std::vector<std::int32_t> peak_of;    // peak of each input, or -1
  std::vector<std::uint64_t> outliers;  // occurrences far from all others, the longest first
};

// Occurrences of similar duration.
struct AlikeOccurrences {
  Duration duration;
  std::uint64_t occurrences = 1;
  std::uint64_t first = 0;  // number of the first occurrence
};

// `window` is the relative deviation allowed at a peak, for example 0.1.
[[nodiscard]] DurationProfile profile_of(std::span<const AlikeOccurrences> occurrences,
                                         double window);
// Same as above, for single occurrences, numbered from 0.
[[nodiscard]] DurationProfile profile_of(std::span<const Duration> durations, double window);

}  // namespace lull::structure
