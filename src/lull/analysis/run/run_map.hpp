// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Activities of each location over time: time by kind of activity, and by charged metric, in a
// fixed number of pieces of the run. If there are many locations, neighbours share a row. Pieces
// are 2^n ticks long and begin at multiples of this length, so that maps of several processes,
// added in any order, are identical.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lull/analysis/distribution/partners.hpp"
#include "lull/analysis/run/map_window.hpp"
#include "lull/base/time.hpp"
#include "lull/trace/event/ids.hpp"

namespace lull::analysis {

class RunMap {
 public:
  using Pieces = std::vector<std::uint64_t>;  // ticks in each; empty: all zero

  // `charted` is indexed by metric.
  RunMap(std::size_t locations, const std::vector<bool>& charted);

  [[nodiscard]] const MapPlaces& places() const { return places_; }
  // Adds the contents of the window and clears it.
  void take(MapWindow& window);
  // Sets the approximate length of the run: pieces need not be shorter than this length requires.
  void expect(std::uint64_t ticks);
  // Opens a window for events around that time, mostly later.
  void open(MapWindow& window, Timestamp around) const;
  // Adds time in which the location ran, for a location without other data.
  void add_life(LocationId location, Timestamp first, Timestamp last);
  // Collective: adds up all maps on the first process.
  void gather(Partners& partners);
  // Makes pieces as short as possible.
  void finish();

  [[nodiscard]] std::size_t rows() const { return places_.rows; }
  [[nodiscard]] std::size_t locations_of_row() const {
    return std::size_t{1} << places_.shared_bits;
  }
  // Length of a piece, and start of the first.
  [[nodiscard]] std::uint64_t ticks_of_piece() const { return std::uint64_t{1} << shift_; }
  [[nodiscard]] Timestamp begin() const { return {first_ << shift_}; }
  [[nodiscard]] std::size_t pieces() const { return count_; }
  [[nodiscard]] const Pieces& life(std::size_t row) const { return planes_[0][row]; }
  // Not to be used for computation, which is the rest.
  [[nodiscard]] const Pieces& activity(Activity activity, std::size_t row) const {
    return planes_[static_cast<std::size_t>(activity)][row];
  }
  // `metric` must be charted.
  [[nodiscard]] const Pieces& metric(MetricIndex metric, std::size_t row) const {
    return planes_[places_.plane_of_metric[metric.index()]][row];
  }

 private:
  void reach(Timestamp from, Timestamp until);
  void change(unsigned shift, std::uint64_t first);
  void add(std::size_t plane, std::size_t row, Timestamp from, Timestamp until);
  [[nodiscard]] Pieces& pieces_at(std::size_t plane, std::size_t row) {
    Pieces& pieces = planes_[plane][row];
    if (pieces.empty()) pieces.resize(most_);
    return pieces;
  }

  MapPlaces places_;
  std::size_t most_ = 0;  // limit for pieces while collecting
  unsigned shift_ = 0;
  std::uint64_t first_ = 0;                  // absolute number
  std::size_t count_ = 0;                    // 0: nothing was added
  std::vector<std::vector<Pieces>> planes_;  // the first is life
};

}  // namespace lull::analysis
