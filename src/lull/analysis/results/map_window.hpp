// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What is told to the map of the run by one thread in one slice: ticks by plane, row and piece of
// the run, where most of it lies, and spans of time for the rest.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lull/analysis/replay/activity.hpp"
#include "lull/analysis/results/severity.hpp"
#include "lull/base/time.hpp"
#include "lull/trace/ids.hpp"

namespace lull::analysis {

// Where a map has what: rows of locations, planes of activities and metrics.
struct MapPlaces {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;

  std::size_t rows = 0;
  unsigned shared_bits = 0;  // 2^shared_bits locations share a row; the last one may have fewer
  std::vector<std::uint32_t> plane_of_metric;
  std::size_t planes = kActivities;  // the first is life

  // At most `most_rows`; metrics that are `charted` have a plane.
  MapPlaces(std::size_t locations, std::size_t most_rows, const std::vector<bool>& charted)
      : rows(locations) {
    for (; rows > most_rows; rows = (rows + 1) / 2) ++shared_bits;
    for (const bool has_plane : charted)
      plane_of_metric.push_back(has_plane ? static_cast<std::uint32_t>(planes++) : kNone);
  }
  [[nodiscard]] std::size_t row_of(LocationId location) const {
    return location.index() >> shared_bits;
  }
};

class MapWindow {
 public:
  static constexpr std::size_t kPieces = 8;
  struct Span {
    std::uint32_t plane;
    std::uint32_t row;
    Timestamp from;
    Timestamp until;
  };

  // `places` must outlive this.
  explicit MapWindow(const MapPlaces& places)
      : places_(&places), cells_(places.planes * places.rows * kPieces) {}

  void add(Activity activity, LocationId location, Timestamp from, Timestamp until) {
    add(static_cast<std::uint32_t>(activity), location, from, until);
  }
  // It ran then, which nothing else tells.
  void add_life(LocationId location, Timestamp from, Timestamp until) {
    add(std::uint32_t{0}, location, from, until);
  }
  void add(MetricIndex metric, LocationId location, Timestamp begin, Duration waiting) {
    const std::uint32_t plane = places_->plane_of_metric[metric.index()];
    if (plane != MapPlaces::kNone) add(plane, location, begin, begin + waiting);
  }

  // Nothing in it, with pieces of 2^shift ticks from that one of all time on.
  void open(unsigned shift, std::uint64_t first) {
    shift_ = shift;
    first_ = first;
    others_.clear();
    for (const std::uint32_t cell : touched_) cells_[cell] = 0;
    touched_.clear();
  }
  [[nodiscard]] unsigned shift() const { return shift_; }
  [[nodiscard]] std::uint64_t first() const { return first_; }
  // Cells that have anything: (plane * rows + row) * kPieces + piece.
  [[nodiscard]] const std::vector<std::uint32_t>& touched() const { return touched_; }
  [[nodiscard]] std::uint64_t ticks_of(std::uint32_t touched) const { return cells_[touched]; }
  [[nodiscard]] const std::vector<Span>& others() const { return others_; }

 private:
  void add(std::uint32_t plane, LocationId location, Timestamp from, Timestamp until) {
    if (from >= until) return;
    const std::uint64_t piece = (from.ticks >> shift_) - first_;
    const std::uint64_t last = ((until.ticks - 1) >> shift_) - first_;
    const std::size_t row = places_->row_of(location);
    if (piece != last || piece >= kPieces) {
      others_.push_back({plane, static_cast<std::uint32_t>(row), from, until});
      return;
    }
    const std::size_t place = (plane * places_->rows + row) * kPieces + piece;
    if (cells_[place] == 0) touched_.push_back(static_cast<std::uint32_t>(place));
    cells_[place] += until.ticks - from.ticks;
  }

  const MapPlaces* places_;
  unsigned shift_ = 0;
  std::uint64_t first_ = 0;
  std::vector<std::uint64_t> cells_;  // by plane, row, piece
  std::vector<std::uint32_t> touched_;
  std::vector<Span> others_;
};

}  // namespace lull::analysis
