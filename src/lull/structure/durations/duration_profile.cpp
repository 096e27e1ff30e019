// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/durations/duration_profile.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lull::structure {
namespace {

constexpr std::uint64_t kFewest = 8;  // minimum number of occurrences
constexpr std::uint64_t kFewestAtPeak = 3;
constexpr double kSmallestPeak = 0.05;  // share of all occurrences
constexpr double kDeepestValley = 0.8;  // share of the lower one of two peaks
constexpr double kMostlyAtPeaks = 0.8;  // share of all occurrences
constexpr std::size_t kMostPeaks = 5;
constexpr std::size_t kMostGridPoints = 4096;
constexpr double kOutlier = 3.5 * 1.4826;  // in units of median absolute deviations

struct Sample {
  double log = 0;
  double weight = 1;
  std::size_t index = 0;  // index in the input
};

// Sorted by duration, then in input order.
std::vector<Sample> sorted_samples(std::span<const AlikeOccurrences> occurrences) {
  std::vector<Sample> samples;
  for (std::size_t i = 0; i < occurrences.size(); ++i) {
    const double ticks =
        static_cast<double>(std::max<std::int64_t>(1, occurrences[i].duration.ticks));
    samples.push_back({std::log(ticks), static_cast<double>(occurrences[i].occurrences), i});
  }
  std::ranges::stable_sort(samples, {}, &Sample::log);
  return samples;
}

double total(std::span<const Sample> samples) {
  double sum = 0;
  for (const Sample& sample : samples) sum += sample.weight;
  return sum;
}

// Returns the first sample up to which the samples have that share of the weight.
std::size_t quantile(std::span<const Sample> samples, double share) {
  double rest = share * total(samples);
  std::size_t i = 0;
  for (; i + 1 < samples.size() && rest > samples[i].weight; ++i) rest -= samples[i].weight;
  return i;
}

// A density over logarithms of durations, on an equidistant grid.
struct Density {
  double begin = 0;
  double step = 0;
  std::vector<double> heights;
  [[nodiscard]] double log(std::size_t i) const { return begin + step * static_cast<double>(i); }
};

Density density_of(std::span<const Sample> samples, double width) {
  Density density;
  density.begin = samples.front().log - 3 * width;
  const double length = samples.back().log + 3 * width - density.begin;
  const auto points = static_cast<std::size_t>(length / width * 8) + 2;
  const std::size_t used = std::min(points, kMostGridPoints);
  density.step = length / static_cast<double>(used - 1);
  density.heights.resize(used);
  for (const Sample& sample : samples) {
    const double middle = (sample.log - density.begin) / density.step;
    const double reach = 4 * width / density.step + 1;
    const auto first = static_cast<std::size_t>(std::max(0.0, middle - reach));
    for (std::size_t i = first; i < used && static_cast<double>(i) <= middle + reach; ++i) {
      const double distance = (density.log(i) - sample.log) / width;
      density.heights[i] += sample.weight * std::exp(-0.5 * distance * distance);
    }
  }
  return density;
}

// Returns the maxima of the density, without maxima that no valley separates from a higher one.
std::vector<std::size_t> modes_of(const Density& density) {
  const std::vector<double>& h = density.heights;
  std::vector<std::size_t> modes;
  for (std::size_t i = 0; i < h.size(); ++i) {
    const bool rises = i == 0 || h[i] > h[i - 1];
    const bool falls = i + 1 == h.size() || h[i] >= h[i + 1];
    if (!rises || !falls || h[i] <= 0) continue;
    while (!modes.empty()) {
      const std::size_t before = modes.back();
      const double valley = *std::min_element(h.begin() + static_cast<std::ptrdiff_t>(before),
                                              h.begin() + static_cast<std::ptrdiff_t>(i));
      if (valley <= kDeepestValley * std::min(h[before], h[i])) break;
      if (h[before] >= h[i]) break;
      modes.pop_back();
    }
    const bool hidden =
        !modes.empty() && h[modes.back()] >= h[i] &&
        *std::min_element(h.begin() + static_cast<std::ptrdiff_t>(modes.back()),
                          h.begin() + static_cast<std::ptrdiff_t>(i)) > kDeepestValley * h[i];
    if (!hidden) modes.push_back(i);
  }
  return modes;
}

class Profiler {
 public:
  Profiler(std::span<const AlikeOccurrences> occurrences, double window)
      : occurrences_(occurrences), reach_(std::log1p(window)) {}

  DurationProfile run() {
    profile_.peak_of.assign(occurrences_.size(), -1);
    if (occurrences_.empty()) return profile_;
    samples_ = sorted_samples(occurrences_);
    const double all = total(samples_);
    profile_.occurrences = static_cast<std::uint64_t>(all);
    profile_.shortest = duration(0);
    profile_.median = duration(quantile(samples_, 0.5));
    profile_.longest = duration(samples_.size() - 1);
    if (profile_.occurrences < kFewest) return profile_;
    const Density density = density_of(samples_, reach_ / 2);
    for (const std::size_t mode : modes_of(density)) add_peak(density.log(mode), all);
    judge(all);
    find_outliers();
    return profile_;
  }

 private:
  [[nodiscard]] Duration duration(std::size_t sample) const {
    return occurrences_[samples_[sample].index].duration;
  }

  void add_peak(double log, double all) {
    const auto begin = std::ranges::lower_bound(samples_, log - reach_, {}, &Sample::log);
    auto end = std::ranges::upper_bound(samples_, log + reach_, {}, &Sample::log);
    auto from = begin;
    while (from != end && profile_.peak_of[from->index] >= 0) ++from;  // in the previous peak
    const std::span<const Sample> own(from, end);
    const double weight = total(own);
    if (weight < kSmallestPeak * all || weight < static_cast<double>(kFewestAtPeak)) return;
    const Sample& middle = own[quantile(own, 0.5)];
    DurationPeak peak{occurrences_[middle.index].duration, static_cast<std::uint64_t>(weight),
                      occurrences_[middle.index].first};
    for (const Sample& sample : own) {
      profile_.peak_of[sample.index] = static_cast<std::int32_t>(profile_.peaks.size());
      if (occurrences_[sample.index].duration == peak.median)
        peak.representative = std::min(peak.representative, occurrences_[sample.index].first);
    }
    profile_.peaks.push_back(peak);
  }

  void judge(double all) {
    std::vector<double> shares;
    for (const DurationPeak& peak : profile_.peaks)
      shares.push_back(static_cast<double>(peak.occurrences) / all);
    std::ranges::sort(shares, std::greater<>());
    if (shares.size() > kMostPeaks) shares.resize(kMostPeaks);
    if (!shares.empty() && shares.front() >= kMostlyAtPeaks)
      profile_.regularity = Regularity::OnePeak;
    else if (std::accumulate(shares.begin(), shares.end(), 0.0) >= kMostlyAtPeaks)
      profile_.regularity = Regularity::Peaks;
    else
      profile_.regularity = Regularity::Irregular;
  }

  void find_outliers() {
    const double median = samples_[quantile(samples_, 0.5)].log;
    std::vector<Sample> deviations = samples_;
    for (Sample& sample : deviations) sample.log = std::abs(sample.log - median);
    std::ranges::stable_sort(deviations, {}, &Sample::log);
    const double deviation = deviations[quantile(deviations, 0.5)].log;
    const double limit = std::max(kOutlier * deviation, reach_);
    for (auto sample = samples_.rbegin(); sample != samples_.rend(); ++sample)
      if (std::abs(sample->log - median) > limit && profile_.peak_of[sample->index] < 0)
        profile_.outliers.push_back(occurrences_[sample->index].first);
  }

  std::span<const AlikeOccurrences> occurrences_;
  double reach_;
  std::vector<Sample> samples_;
  DurationProfile profile_;
};

}  // namespace

DurationProfile profile_of(std::span<const AlikeOccurrences> occurrences, double window) {
  return Profiler(occurrences, window).run();
}

DurationProfile profile_of(std::span<const Duration> durations, double window) {
  std::vector<AlikeOccurrences> occurrences;
  for (std::size_t i = 0; i < durations.size(); ++i) occurrences.push_back({durations[i], 1, i});
  return profile_of(occurrences, window);
}

}  // namespace lull::structure
