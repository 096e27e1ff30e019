// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Solves the sparse, positive definite systems of Newton's method, one after the other, that have
// the same places of coefficients: by factorisation, or where its factors would not be sparse at
// all, as those of a graph that ties everybody to everybody else by a few steps, by conjugate
// gradients. Then the time for each is about that for reading the matrix a few hundred times.
#pragma once

#include <Eigen/Sparse>

namespace lull {

class NewtonStep {
 public:
  using Vector = Eigen::VectorXd;
  using Matrix = Eigen::SparseMatrix<double>;
  static constexpr double kMostWork = 3e7;  // of a factorisation: multiplications

  explicit NewtonStep(double most_work = kMostWork) : most_work_(most_work) {}

  // The solution of curvature * step = right; empty when there is none.
  [[nodiscard]] Vector operator()(const Matrix& curvature, const Vector& right);

 private:
  struct Factors : Eigen::SimplicialLDLT<Matrix> {
    // After analyzePattern().
    [[nodiscard]] double work() const { return m_nonZerosPerCol.cast<double>().squaredNorm(); }
  };

  double most_work_;
  Factors factors_;
  bool known_ = false;  // the places
  bool sparse_ = true;  // the factors
};

}  // namespace lull
