// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What each location did when: time by kind of activity, and by metric of what was charged, in a
// fixed number of pieces of the run. Where there are many locations, neighbours share a row. The
// pieces are 2^n ticks long and begin at multiples of that, so that maps of several processes, or
// of any order of adding, become the same.
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
  using Pieces = std::vector<std::uint64_t>;  // ticks in each; empty: none in any

  // `charted`: by metric.
  RunMap(std::size_t locations, const std::vector<bool>& charted);

  [[nodiscard]] const MapPlaces& places() const { return places_; }
  // What the window has; there is nothing in it then.
  void take(MapWindow& window);
  // The run has about so many ticks: no piece need be shorter than that asks for.
  void expect(std::uint64_t ticks);
  // For what happens around that time, most of it later.
  void open(MapWindow& window, Timestamp around) const;
  // The location ran all that time; of one that does not tell.
  void add_life(LocationId location, Timestamp first, Timestamp last);
  // On the first process: what all have; collective.
  void gather(Partners& partners);
  // With pieces as short as fit.
  void finish();

  [[nodiscard]] std::size_t rows() const { return places_.rows; }
  [[nodiscard]] std::size_t locations_of_row() const {
    return std::size_t{1} << places_.shared_bits;
  }
  // Each is so long, and the first begins then.
  [[nodiscard]] std::uint64_t ticks_of_piece() const { return std::uint64_t{1} << shift_; }
  [[nodiscard]] Timestamp begin() const { return {first_ << shift_}; }
  [[nodiscard]] std::size_t pieces() const { return count_; }
  [[nodiscard]] const Pieces& life(std::size_t row) const { return planes_[0][row]; }
  // Not of computation: that is the rest.
  [[nodiscard]] const Pieces& activity(Activity activity, std::size_t row) const {
    return planes_[static_cast<std::size_t>(activity)][row];
  }
  // One that is charted.
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
  std::size_t most_ = 0;  // pieces, while it is collected
  unsigned shift_ = 0;
  std::uint64_t first_ = 0;                  // its number, of all time
  std::size_t count_ = 0;                    // none: nothing was added
  std::vector<std::vector<Pieces>> planes_;  // the first is life
};

}  // namespace lull::analysis
