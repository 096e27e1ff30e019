// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/solver/newton_step.hpp"

#include <gtest/gtest.h>

#include <random>
#include <utility>
#include <vector>

namespace lull {
namespace {

// Each unknown is coupled to the next one and to random others, with varying strength.
NewtonStep::Matrix ties(int unknowns, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<Eigen::Triplet<double>> entries;
  const auto tie = [&entries](int one, int other, double weight) {
    for (const auto& [at, value] : {std::pair(one, weight), std::pair(other, -weight)}) {
      entries.emplace_back(one, at, value);
      entries.emplace_back(other, at, -value);
    }
  };
  for (int i = 0; i < unknowns; ++i) {
    entries.emplace_back(i, i, 1e-3);
    tie(i, (i + 1) % unknowns, 1 + static_cast<double>(random() % 1'000));
    for (int k = 0; k < 3; ++k)
      if (const int other = static_cast<int>(random()) & 0xFFFF; other % unknowns != i)
        tie(i, other % unknowns, 1 + static_cast<double>(random() % 1'000'000));
  }
  NewtonStep::Matrix matrix(unknowns, unknowns);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

class NewtonStepOf : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Unknowns, NewtonStepOf, testing::Values(1, 2, 30, 500));

TEST_P(NewtonStepOf, IsTheSameByFactorisationAndByGradients) {
  for (std::uint32_t seed = 1; seed < 5; ++seed) {
    NewtonStep by_factors(1e300);
    NewtonStep by_gradients(-1);
    const NewtonStep::Matrix matrix = ties(GetParam(), seed);
    const NewtonStep::Vector right = NewtonStep::Vector::Random(GetParam());
    const NewtonStep::Vector expected = by_factors(matrix, right);
    const NewtonStep::Vector found = by_gradients(matrix, right);
    ASSERT_EQ(found.size(), expected.size());
    EXPECT_LT((matrix * expected - right).norm(), 1e-6 * right.norm());
    EXPECT_LT((matrix * found - right).norm(), 1e-6 * right.norm());
    EXPECT_LT((found - expected).norm(), 1e-4 * expected.norm());
  }
}

TEST(NewtonStep, AcceptsOtherValuesWithTheSamePattern) {
  NewtonStep solve;
  const NewtonStep::Matrix matrix = ties(100, 1);
  const NewtonStep::Vector right = NewtonStep::Vector::Ones(100);
  const NewtonStep::Vector once = solve(matrix, right);
  const NewtonStep::Matrix doubled = 2 * matrix;
  EXPECT_LT((2 * solve(doubled, right) - once).norm(), 1e-9 * once.norm());
}

}  // namespace
}  // namespace lull
