// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The steps of waves that run through one process on one grid: each consists of receives along the
// grid, then sends. A step comes from the side that it receives from and, in dimensions without a
// receive (at the border), from the side opposite to where it sends. The first step that comes from
// another corner than the previous step finds the pipeline empty.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lull/analysis/events/wave_events.hpp"

namespace lull::analysis {

// A set of sides of a grid, one bit each: the low ends of its dimensions, then the high ones.
class GridSideSet {
 public:
  constexpr GridSideSet() = default;
  [[nodiscard]] static GridSideSet of(const GridSides& sides);
  // Both sides of each of the first dimensions.
  [[nodiscard]] static GridSideSet all(std::size_t dimensions);

  [[nodiscard]] bool empty() const { return bits_ == 0; }
  [[nodiscard]] GridSideSet opposite() const {
    return GridSideSet(
        (unsigned{bits_} >> kMostGridDimensions | unsigned{bits_} << kMostGridDimensions) & kAll);
  }
  // Both sides of its dimensions.
  [[nodiscard]] GridSideSet dimensions() const { return *this | opposite(); }
  [[nodiscard]] GridSideSet without(GridSideSet other) const {
    return GridSideSet(unsigned{bits_} & ~unsigned{other.bits_});
  }
  // kNoSide in missing dimensions.
  [[nodiscard]] GridSides sides() const;

  friend GridSideSet operator&(GridSideSet a, GridSideSet b) {
    return GridSideSet(unsigned{a.bits_} & b.bits_);
  }
  friend GridSideSet operator|(GridSideSet a, GridSideSet b) {
    return GridSideSet(unsigned{a.bits_} | b.bits_);
  }
  friend bool operator==(GridSideSet, GridSideSet) = default;

 private:
  explicit constexpr GridSideSet(unsigned bits) : bits_(static_cast<std::uint8_t>(bits)) {}
  static constexpr unsigned kAll = (1U << 2 * kMostGridDimensions) - 1;

  std::uint8_t bits_ = 0;
};

// Position of a neighbour, on at least one side.
struct GridSide {
  GridSideSet sides, opposite, dimensions;

  GridSide() = default;
  explicit GridSide(GridSideSet at)
      : sides(at), opposite(at.opposite()), dimensions(at.dimensions()) {}
};

class WaveSteps {
 public:
  explicit WaveSteps(std::size_t dimensions) : all_(GridSideSet::all(dimensions)) {}

  // Call in the order of the process's events. If a message ends the step, call end() first.
  [[nodiscard]] bool receive_ends(const GridSide& from) const {
    return !to_dimensions_.empty() || !(from_ & from.sides).empty();
  }
  // Returns the number of the step; 0 if it cannot be a refill, whatever follows. `last` is the
  // number of the process's last step.
  std::uint64_t receive(const GridSide& from, std::uint64_t& last) {
    if (!(from_ & from.opposite).empty()) no_wave();  // halo exchange
    from_ = from_.without(from.dimensions) | from.sides;
    from_dimensions_ = from_dimensions_ | from.dimensions;
    if (!is_wave_ || (from_ == before_ && known_)) return 0;
    if (number_ == 0) number_ = ++last;
    return number_;
  }
  [[nodiscard]] bool send_ends(const GridSide& to) const {
    return !to_dimensions_.empty() &&
           !((to_dimensions_ & to.dimensions) | (from_ & to.sides)).empty();
  }
  void send(const GridSide& to) {
    if (!(from_ & to.sides).empty()) no_wave();  // back to where a message came from
    back_ = back_ | to.opposite;
    to_dimensions_ = to_dimensions_ | to.dimensions;
  }
  // Returns the number of the step if it may be a refill, otherwise 0.
  [[nodiscard]] std::uint64_t number() const { return number_; }
  // Ends the step. Returns whether it is a refill.
  bool end() {
    const GridSideSet seen = from_ | back_.without(from_dimensions_);
    const GridSideSet corner =
        is_wave_ ? seen | before_.without(from_dimensions_ | to_dimensions_) : GridSideSet{};
    const bool changes = corner != before_;
    if (changes) {
      before_ = corner;
      known_ = corner.dimensions() == all_;
    }
    const bool refills = number_ != 0 && changes && known_;
    from_ = back_ = from_dimensions_ = to_dimensions_ = {};
    number_ = 0;
    is_wave_ = true;
    return refills;
  }
  // The corner that the last ended step came from.
  [[nodiscard]] GridSides corner() const { return before_.sides(); }

 private:
  void no_wave() {
    is_wave_ = false;
    number_ = 0;
  }

  GridSideSet all_;
  // These belong to the current step.
  GridSideSet from_;
  GridSideSet back_;  // where it comes from, if its sends show it
  GridSideSet from_dimensions_;
  GridSideSet to_dimensions_;
  bool is_wave_ = true;
  bool known_ = false;  // true if before_ is known in all dimensions
  // The previous step's corner, in the dimensions where it is known.
  GridSideSet before_;
  std::uint64_t number_ = 0;
};

}  // namespace lull::analysis
