// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Random programs with all kinds of teams, and random traces with faults: the engine equals the
// reference, and nothing depends on the number of threads or the size of slices.
#include <gtest/gtest.h>

#include <random>

#include "analysis/random_check.hpp"

namespace lull::analysis {
namespace {

using support::RandomTraceOptions;

// Every second program is one in which threads matter.
RandomTraceOptions program_of(std::uint64_t seed) {
  RandomTraceOptions options = options_of(seed * 37 + 11);
  options.threads = seed % 2 == 0 ? 1 : 2 + static_cast<std::uint32_t>(seed % 4);
  return options;
}

void expect_no_failure(std::uint64_t seed, const RandomTraceOptions& options) {
  ASSERT_EQ(failure_of(seed, options), "") << shrunk(seed, options);
}

class RandomTeams : public testing::TestWithParam<RandomFeature> {};

TEST_P(RandomTeams, GiveTheSameResultByEngineAndReference) {
  for (std::uint64_t seed = 0; seed < seeds(60); ++seed) {
    RandomTraceOptions options = program_of(seed);
    options.threads = 2 + static_cast<std::uint32_t>(seed % 5);
    options.*GetParam().option = true;
    expect_no_failure(seed, options);
    if (HasFatalFailure()) return;
  }
}

class RandomFault : public testing::TestWithParam<RandomFeature> {};

TEST_P(RandomFault, GivesTheSameResultByEngineAndReference) {
  for (std::uint64_t seed = 0; seed < seeds(60); ++seed) {
    RandomTraceOptions options = program_of(seed);
    options.*GetParam().option = true;
    expect_no_failure(seed, options);
    if (HasFatalFailure()) return;
  }
}

std::string name_of_feature(const testing::TestParamInfo<RandomFeature>& test) {
  return test.param.name;
}

INSTANTIATE_TEST_SUITE_P(Features, RandomTeams, testing::ValuesIn(kThreadFeatures),
                         name_of_feature);
INSTANTIATE_TEST_SUITE_P(Faults, RandomFault, testing::ValuesIn(kFaults), name_of_feature);

class RandomFaults : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomFaults, GiveTheSameResultByEngineAndReference) {
  for (std::uint64_t seed = GetParam(); seed < GetParam() + seeds(50); ++seed) {
    RandomTraceOptions options = program_of(seed);
    std::mt19937_64 random(seed);
    for (const RandomFeature& feature : kThreadFeatures)
      options.*feature.option = random() % 2 == 0;
    for (const RandomFeature& feature : kFaults) options.*feature.option = random() % 4 == 0;
    expect_no_failure(seed, options);
    if (HasFatalFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomFaults, testing::Values(1000, 2000, 3000, 4000));

}  // namespace
}  // namespace lull::analysis
