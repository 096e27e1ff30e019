// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/solver/newton_step.hpp"

#include <Eigen/IterativeLinearSolvers>

namespace lull {

NewtonStep::Vector NewtonStep::operator()(const Matrix& curvature, const Vector& right) {
  if (!known_) {
    factors_.analyzePattern(curvature);
    sparse_ = factors_.work() <= most_work_;
    known_ = true;
  }
  if (sparse_) {
    factors_.factorize(curvature);
    if (factors_.info() != Eigen::Success) return {};
    return factors_.solve(right);
  }
  Eigen::ConjugateGradient<Matrix, Eigen::Lower | Eigen::Upper> gradients;
  constexpr double kTolerance = 1e-10;
  constexpr int kMostIterations = 5000;
  gradients.setTolerance(kTolerance);
  gradients.setMaxIterations(kMostIterations);
  gradients.compute(curvature);
  if (gradients.info() != Eigen::Success) return {};
  // An inexact step is a descent direction, too.
  return gradients.solve(right);
}

}  // namespace lull
