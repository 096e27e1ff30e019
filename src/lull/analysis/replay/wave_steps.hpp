// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The steps of waves that run through one process on one grid: what it receives along a grid and
// then sends. A step comes from where it is received from and, in dimensions in which nothing is
// received (at the border), from the side opposite to where it is sent. The first step that comes
// from another corner than the one before finds the pipeline empty.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lull/analysis/wave_events.hpp"

namespace lull::analysis {

// Sides of a grid, a bit for each: the low ends of its dimensions, then the high ones.
class GridSideSet {
 public:
  constexpr GridSideSet() = default;
  [[nodiscard]] static GridSideSet of(const GridSides& sides);
  // Both of each of the first dimensions.
  [[nodiscard]] static GridSideSet all(std::size_t dimensions);

  [[nodiscard]] bool empty() const { return bits_ == 0; }
  [[nodiscard]] GridSideSet opposite() const {
    return GridSideSet((bits_ >> kMostGridDimensions | bits_ << kMostGridDimensions) & kAll);
  }
  // Both sides of its dimensions.
  [[nodiscard]] GridSideSet dimensions() const { return *this | opposite(); }
  [[nodiscard]] GridSideSet without(GridSideSet other) const {
    return GridSideSet(bits_ & ~other.bits_);
  }
  // Those of `other` where it has none itself.
  [[nodiscard]] GridSideSet or_else(GridSideSet other) const {
    return *this | other.without(dimensions());
  }
  // kNoSide in dimensions that it lacks.
  [[nodiscard]] GridSides sides() const;

  friend GridSideSet operator&(GridSideSet a, GridSideSet b) {
    return GridSideSet(a.bits_ & b.bits_);
  }
  friend GridSideSet operator|(GridSideSet a, GridSideSet b) {
    return GridSideSet(a.bits_ | b.bits_);
  }
  friend bool operator==(GridSideSet, GridSideSet) = default;

 private:
  explicit constexpr GridSideSet(unsigned bits) : bits_(bits) {}
  static constexpr unsigned kAll = (1U << 2 * kMostGridDimensions) - 1;

  unsigned bits_ = 0;
};

class WaveSteps {
 public:
  explicit WaveSteps(std::size_t dimensions) : all_(GridSideSet::all(dimensions)) {}

  // In the order of a process's events. Where a message ends the step, end() comes first.
  [[nodiscard]] bool receive_ends(GridSideSet from) const {
    return !to_.empty() || !(from_ & from).empty();
  }
  // The number of the step; 0 where it refills nothing, whatever follows. `last` is that of the
  // process's last one.
  std::uint64_t receive(GridSideSet from, std::uint64_t& last) {
    if (!(from_ & from.opposite()).empty()) no_wave();  // halos are exchanged
    from_ = from.or_else(from_);
    if (!is_wave_ || (from_ == before_ && known_)) return 0;
    if (number_ == 0) number_ = ++last;
    return number_;
  }
  [[nodiscard]] bool send_ends(GridSideSet to) const {
    return !(to_ & to.dimensions()).empty() || (!to_.empty() && !(from_ & to).empty());
  }
  void send(GridSideSet to) {
    if (!(from_ & to).empty()) no_wave();  // back to where something was received from
    to_ = to_ | to;
  }
  // Of the step, if it may be a refill; else 0.
  [[nodiscard]] std::uint64_t number() const { return number_; }
  // Whether it is one.
  bool end() {
    const GridSideSet corner = is_wave_ ? from_.or_else(to_.opposite()).or_else(before_) : none();
    const bool changes = corner != before_;
    if (changes) {
      before_ = corner;
      known_ = corner.dimensions() == all_;
    }
    const bool refills = number_ != 0 && changes && known_;
    from_ = to_ = {};
    number_ = 0;
    is_wave_ = true;
    return refills;
  }
  // From where the step came that was ended last.
  [[nodiscard]] GridSides corner() const { return before_.sides(); }

 private:
  static constexpr GridSideSet none() { return {}; }
  void no_wave() {
    is_wave_ = false;
    number_ = 0;
  }

  GridSideSet all_;
  // Of the current step.
  GridSideSet from_;
  GridSideSet to_;
  bool is_wave_ = true;
  bool known_ = false;  // before_, in all dimensions
  // Of the one before, as far as it is known.
  GridSideSet before_;
  std::uint64_t number_ = 0;
};

}  // namespace lull::analysis
