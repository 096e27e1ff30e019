// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Solves the sparse, positive definite systems of Newton's method, which all have the same sparsity
// pattern: by factorisation or, if its factors would be dense, as for a graph in which every node
// can be reached in a few steps, by conjugate gradients. Each solution by conjugate gradients takes
// about as long as reading the matrix a few hundred times.
#pragma once

#include <Eigen/Sparse>

namespace lull {

class NewtonStep {
 public:
  using Vector = Eigen::VectorXd;
  using Matrix = Eigen::SparseMatrix<double>;
  static constexpr double kMostWork = 3e7;  // multiplications of a factorisation

  explicit NewtonStep(double most_work = kMostWork) : most_work_(most_work) {}

  // Returns the solution of curvature * step = right; empty if there is none.
  [[nodiscard]] Vector operator()(const Matrix& curvature, const Vector& right);

 private:
  struct Factors : Eigen::SimplicialLDLT<Matrix> {
    // Call after analyzePattern().
    [[nodiscard]] double work() const { return m_nonZerosPerCol.cast<double>().squaredNorm(); }
  };

  double most_work_;
  Factors factors_;
  bool known_ = false;  // whether the pattern was analysed
  bool sparse_ = true;  // whether the factors are sparse
};

}  // namespace lull
