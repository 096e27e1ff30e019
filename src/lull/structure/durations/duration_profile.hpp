// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// How long the occurrences of a sequence take: where the distribution of their durations has peaks,
// and which occurrences stand for each (Trahay et al., section IV). Durations are compared by their
// logarithms, so that a window of 10 % is as wide everywhere. Peaks are those of a density
// (Gaussian kernels, half as wide as the window), so nobody has to choose bins.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lull/base/time.hpp"

namespace lull::structure {

enum class Regularity : std::uint8_t {
  Unknown,  // too few occurrences
  OnePeak,  // four of five occurrences are about as long
  Peaks,    // four of five lie at one of at most five peaks
  Irregular
};

struct DurationPeak {
  Duration median;
  std::uint64_t occurrences = 0;     // within the window around the peak
  std::uint64_t representative = 0;  // the occurrence nearest to the median; of several the first
};

struct DurationProfile {
  Regularity regularity = Regularity::Unknown;
  std::uint64_t occurrences = 0;
  Duration shortest;
  Duration median;
  Duration longest;
  std::vector<DurationPeak> peaks;      // by their durations
  std::vector<std::int32_t> peak_of;    // by what was given: the index of its peak, or -1
  std::vector<std::uint64_t> outliers;  // occurrences far from all others, the longest first
};

// Occurrences that take about as long.
struct AlikeOccurrences {
  Duration duration;
  std::uint64_t occurrences = 1;
  std::uint64_t first = 0;  // the number of the first of them
};

// `window`: how much longer or shorter an occurrence at a peak may be, as a share: 0.1.
[[nodiscard]] DurationProfile profile_of(std::span<const AlikeOccurrences> occurrences,
                                         double window);
// Of single occurrences, numbered from 0.
[[nodiscard]] DurationProfile profile_of(std::span<const Duration> durations, double window);

}  // namespace lull::structure
