// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/solver/clock_centre.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lull/clock/solver/newton_step.hpp"

namespace lull {
namespace {

using Vector = NewtonStep::Vector;
using Matrix = NewtonStep::Matrix;

// Unknowns: offset and drift of every clock but the first; all steps; and, while searching for a
// feasible point, the margin of all constraints, which is maximised.
class Barrier {
 public:
  Barrier(std::span<const ClockConstraint> constraints, std::size_t clocks,
          std::span<const std::size_t> steps)
      : constraints_(constraints), clocks_(clocks), first_step_{first_place()} {
    for (std::size_t clock = 0; clock < clocks; ++clock)
      first_step_.push_back(first_step_.back() +
                            static_cast<Eigen::Index>(clock < steps.size() ? steps[clock] : 0));
    point_ = Vector::Zero(margin() + 1);
  }

  // Iterates until all constraints are satisfied, or their violation is minimal.
  void find_solution() {
    const double least = this->least();
    if (least > 0) return;
    with_margin_ = true;
    point_[margin()] = least - std::max(1e-6, -least * 0.1);
    constexpr double kMost = 1e13;  // the margin's error: number of constraints / this
    for (price_ = static_cast<double>(constraints_.size()); price_ < kMost; price_ *= 4) {
      minimize(kRough);
      if (this->least() > 0 && point_[margin()] > 0) break;
      constexpr double kExact = 1e-4;  // infeasible, with hardly a better point
      if (static_cast<double>(constraints_.size()) / price_ < -kExact * point_[margin()]) break;
    }
    with_margin_ = false;
  }
  void find_centre() {
    if (least() > 0) minimize(kFine * static_cast<double>(constraints_.size()));
  }

  [[nodiscard]] double left_by(const ClockConstraint& constraint) const {
    return constraint.gap + offset(constraint.to, constraint.steps_to) -
           offset(constraint.from, constraint.steps_from) + drift(constraint.to) * constraint.x_to -
           drift(constraint.from) * constraint.x_from;
  }
  [[nodiscard]] double least() const {
    double least = std::numeric_limits<double>::infinity();
    for (const ClockConstraint& constraint : constraints_)
      least = std::min(least, left_by(constraint));
    return least;
  }
  [[nodiscard]] double offset(std::size_t clock) const {
    return clock == 0 ? 0 : point_[place(clock)];
  }
  [[nodiscard]] double offset(std::size_t clock, std::size_t steps) const {
    double offset = this->offset(clock);
    for (std::size_t i = 0; i < steps; ++i) offset += step(clock, i);
    return offset;
  }
  [[nodiscard]] double step(std::size_t clock, std::size_t number) const {
    return point_[first_step_[clock] + static_cast<Eigen::Index>(number)];
  }
  [[nodiscard]] std::size_t steps(std::size_t clock) const {
    return static_cast<std::size_t>(first_step_[clock + 1] - first_step_[clock]);
  }
  [[nodiscard]] double drift(std::size_t clock) const {
    return clock == 0 ? 0 : point_[place(clock) + 1];
  }

 private:
  static constexpr double kRough = 1e-2;  // Newton decrement to stop at
  static constexpr double kFine = 1e-9;
  static constexpr int kMostSteps = 200;
  static constexpr double kPrior = 1;    // drifts are in units of their standard deviation
  static constexpr double kTie = 1e-12;  // keeps clocks without constraints
  static constexpr double kStepPrior = 1 / (2e-3 * 2e-3);  // standard deviation 2 ms

  struct Coefficient {
    Eigen::Index place;
    double value;
  };
  using Row = std::vector<Coefficient>;

  [[nodiscard]] static Eigen::Index place(std::size_t clock) {
    return 2 * (static_cast<Eigen::Index>(clock) - 1);
  }
  [[nodiscard]] Eigen::Index first_place() const {
    return 2 * (static_cast<Eigen::Index>(clocks_) - 1);
  }
  [[nodiscard]] Eigen::Index margin() const { return first_step_.back(); }
  [[nodiscard]] Eigen::Index unknowns() const { return margin() + (with_margin_ ? 1 : 0); }
  [[nodiscard]] double wanted() const { return with_margin_ ? point_[margin()] : 0; }

  void fill_row(const ClockConstraint& constraint) {
    row_.clear();
    const auto add = [this](std::size_t clock, double x, std::uint32_t steps, double sign) {
      if (clock > 0) {
        row_.push_back({place(clock), sign});
        row_.push_back({place(clock) + 1, sign * x});
      }
      for (std::uint32_t i = 0; i < steps; ++i)
        row_.push_back({first_step_[clock] + static_cast<Eigen::Index>(i), sign});
    };
    add(constraint.to, constraint.x_to, constraint.steps_to, 1);
    add(constraint.from, constraint.x_from, constraint.steps_from, -1);
    if (with_margin_) row_.push_back({margin(), -1});
  }

  // Infinite outside the feasible region.
  [[nodiscard]] double value() const {
    double value = with_margin_ ? -price_ * point_[margin()] : 0;
    for (const ClockConstraint& constraint : constraints_) {
      const double left = left_by(constraint) - wanted();
      if (!(left > 0)) return std::numeric_limits<double>::infinity();
      value -= std::log(left);
    }
    for (std::size_t clock = 1; clock < clocks_; ++clock)
      value += kPrior * drift(clock) * drift(clock) / 2 + kTie * offset(clock) * offset(clock) / 2;
    for (Eigen::Index place = first_place(); place < margin(); ++place)
      value += kStepPrior * point_[place] * point_[place] / 2;
    return value;
  }

  void derive(Vector& gradient, Matrix& curvature) {
    gradient = Vector::Zero(unknowns());
    entries_.clear();
    for (const ClockConstraint& constraint : constraints_) {
      const double inverse = 1 / (left_by(constraint) - wanted());
      fill_row(constraint);
      for (const auto [at, value] : row_) {
        gradient[at] -= value * inverse;
        for (const Coefficient& other : row_)
          entries_.emplace_back(at, other.place, value * other.value * inverse * inverse);
      }
    }
    for (std::size_t clock = 1; clock < clocks_; ++clock) {
      gradient[place(clock)] += kTie * offset(clock);
      entries_.emplace_back(place(clock), place(clock), kTie);
      gradient[place(clock) + 1] += kPrior * drift(clock);
      entries_.emplace_back(place(clock) + 1, place(clock) + 1, kPrior);
    }
    for (Eigen::Index place = first_place(); place < margin(); ++place) {
      gradient[place] += kStepPrior * point_[place];
      entries_.emplace_back(place, place, kStepPrior);
    }
    if (with_margin_) gradient[margin()] -= price_;
    curvature.resize(unknowns(), unknowns());
    curvature.setFromTriplets(entries_.begin(), entries_.end());
  }

  void minimize(double decrement) {
    Vector gradient;
    Matrix curvature;
    NewtonStep solve;
    double current = value();
    for (int i = 0; i < kMostSteps; ++i) {
      derive(gradient, curvature);
      const Vector step = -solve(curvature, gradient);
      if (step.size() == 0) return;
      const double gain = -gradient.dot(step);
      if (!(gain > decrement)) return;
      if (!go(step, gain, current)) return;
    }
  }

  // Backtracking line search along the step.
  bool go(const Vector& step, double gain, double& current) {
    const Vector before = point_;
    constexpr double kShortest = 1e-12;
    for (double length = 1; length > kShortest; length /= 2) {
      point_.head(unknowns()) = before.head(unknowns()) + length * step;
      const double there = value();
      constexpr double kEnough = 0.1;
      if (there <= current - kEnough * length * gain) {
        current = there;
        return true;
      }
    }
    point_ = before;
    return false;
  }

  std::span<const ClockConstraint> constraints_;
  std::size_t clocks_;
  std::vector<Eigen::Index> first_step_;  // indexed by clock, and one past the end
  Vector point_;
  Row row_;
  bool with_margin_ = false;
  double price_ = 0;
  std::vector<Eigen::Triplet<double>> entries_;
};

}  // namespace

double left_by(const ClockConstraint& constraint, const ClockCentre& centre) {
  const auto offset = [&centre](std::uint32_t clock, std::uint32_t steps) {
    double sum = centre.offsets[clock];
    for (std::uint32_t i = 0; i < steps; ++i) sum += centre.steps[clock][i];
    return sum;
  };
  return constraint.gap + offset(constraint.to, constraint.steps_to) -
         offset(constraint.from, constraint.steps_from) +
         centre.drifts[constraint.to] * constraint.x_to -
         centre.drifts[constraint.from] * constraint.x_from;
}

ClockCentre centre_of(std::span<const ClockConstraint> constraints, std::size_t clocks,
                      std::span<const std::size_t> steps) {
  Barrier barrier(constraints, clocks, steps);
  barrier.find_solution();
  barrier.find_centre();
  ClockCentre centre{.least = barrier.least()};
  for (std::size_t clock = 0; clock < clocks; ++clock) {
    centre.offsets.push_back(barrier.offset(clock));
    centre.drifts.push_back(barrier.drift(clock));
    centre.steps.emplace_back();
    for (std::size_t i = 0; i < barrier.steps(clock); ++i)
      centre.steps.back().push_back(barrier.step(clock, i));
  }
  return centre;
}

}  // namespace lull
