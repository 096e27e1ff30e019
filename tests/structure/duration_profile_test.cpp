// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/durations/duration_profile.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace lull::structure {
namespace {

// Returns `number` durations around `ticks`, spread by up to a share of it.
std::vector<Duration> around(std::int64_t ticks, int number, double share, int seed = 1) {
  std::mt19937 random(seed);
  std::vector<Duration> durations;
  for (int i = 0; i < number; ++i) {
    const double part = static_cast<double>(random() % 2001) / 1000 - 1;
    durations.push_back(
        {static_cast<std::int64_t>(static_cast<double>(ticks) * (1 + share * part))});
  }
  return durations;
}

std::vector<Duration> together(std::vector<Duration> first, const std::vector<Duration>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

TEST(DurationProfile, OfFewOccurrencesIsUnknown) {
  const auto durations = around(1000, 7, 0.01);
  const DurationProfile profile = profile_of(durations, 0.1);
  EXPECT_EQ(profile.regularity, Regularity::Unknown);
  EXPECT_EQ(profile.occurrences, 7u);
  EXPECT_TRUE(profile.peaks.empty());
  EXPECT_EQ(profile_of(std::vector<Duration>{}, 0.1).occurrences, 0u);
}

TEST(DurationProfile, OfRegularOccurrencesHasOnePeak) {
  const DurationProfile profile = profile_of(around(1'000'000, 50, 0.03), 0.1);
  EXPECT_EQ(profile.regularity, Regularity::OnePeak);
  ASSERT_EQ(profile.peaks.size(), 1u);
  EXPECT_EQ(profile.peaks[0].occurrences, 50u);
  EXPECT_TRUE(profile.outliers.empty());
}

TEST(DurationProfile, FindsSeveralPeaksWithoutBins) {
  // There are three peaks, as in figure 6 of the paper.
  auto durations = together(around(43'000, 30, 0.05, 1), around(520'000, 12, 0.04, 2));
  durations = together(durations, around(1'478'000, 8, 0.01, 3));
  const DurationProfile profile = profile_of(durations, 0.1);
  EXPECT_EQ(profile.regularity, Regularity::Peaks);
  ASSERT_EQ(profile.peaks.size(), 3u);
  EXPECT_EQ(profile.peaks[0].occurrences, 30u);
  EXPECT_EQ(profile.peaks[1].occurrences, 12u);
  EXPECT_EQ(profile.peaks[2].occurrences, 8u);
  for (const DurationPeak& peak : profile.peaks)
    EXPECT_EQ(durations[peak.representative], peak.median);
}

TEST(DurationProfile, OfScatteredDurationsIsIrregular) {
  std::vector<Duration> durations;
  for (std::int64_t i = 1; i <= 40; ++i) durations.push_back({i * i * i * 100});
  EXPECT_EQ(profile_of(durations, 0.1).regularity, Regularity::Irregular);
}

TEST(DurationProfile, FindsOutliers) {
  auto durations = around(1'000'000, 199, 0.02);
  durations.insert(durations.begin() + 37, Duration{4'000'000});
  const DurationProfile profile = profile_of(durations, 0.1);
  EXPECT_EQ(profile.regularity, Regularity::OnePeak);
  EXPECT_EQ(profile.outliers, std::vector<std::uint64_t>{37});
  EXPECT_EQ(profile.peak_of[37], -1);
  EXPECT_EQ(profile.peak_of[36], 0);
}

TEST(DurationProfile, HandlesEqualZeroAndHugeDurations) {
  EXPECT_EQ(profile_of(std::vector<Duration>(20), 0.1).regularity, Regularity::OnePeak);
  EXPECT_EQ(profile_of(std::vector<Duration>(20, Duration{-5}), 0.1).occurrences, 20u);
  std::vector<Duration> durations(20, Duration{1});
  durations.push_back({std::int64_t{1} << 62});
  EXPECT_EQ(profile_of(durations, 0.1).outliers.size(), 1u);
}

TEST(DurationProfile, CountsSimilarOccurrencesTogether) {
  const std::vector<AlikeOccurrences> alike{{{100}, 30, 5}, {{103}, 10, 2}, {{500}, 9, 70}};
  const DurationProfile profile = profile_of(alike, 0.1);
  EXPECT_EQ(profile.occurrences, 49u);
  ASSERT_EQ(profile.peaks.size(), 2u);
  EXPECT_EQ(profile.peaks[0].occurrences, 40u);
  EXPECT_EQ(profile.peaks[0].representative, 5u);
  EXPECT_EQ(profile.peaks[1].representative, 70u);
}

}  // namespace
}  // namespace lull::structure
