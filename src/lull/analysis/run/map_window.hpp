// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Additions of one thread to the run map in one slice: ticks by plane, row and piece of the run in
// the window, and spans of time for the rest.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lull/analysis/metrics/severity.hpp"
#include "lull/analysis/run/activity.hpp"
#include "lull/base/time.hpp"
#include "lull/trace/event/ids.hpp"

namespace lull::analysis {

// The layout of a map: rows of locations, planes of activities and metrics.
struct MapPlaces {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;

  std::size_t rows = 0;
  unsigned row_bits = 0;     // number of bits of a row index
  unsigned shared_bits = 0;  // 2^shared_bits locations share a row; the last one may have fewer
  std::vector<std::uint32_t> plane_of_metric;
  std::size_t planes = kActivities;  // the first one is life

  // There are at most `most_rows` rows; `charted` metrics have a plane.
  MapPlaces(std::size_t locations, std::size_t most_rows, const std::vector<bool>& charted)
      : rows(locations) {
    for (; rows > most_rows; rows = (rows + 1) / 2) ++shared_bits;
    while (rows > std::size_t{1} << row_bits) ++row_bits;
    for (const bool has_plane : charted)
      plane_of_metric.push_back(has_plane ? static_cast<std::uint32_t>(planes++) : kNone);
  }
  [[nodiscard]] std::size_t row_of(LocationId location) const {
    return location.index() >> shared_bits;
  }
};

class MapWindow {
 public:
  static constexpr unsigned kPieceBits = 4;
  static constexpr std::size_t kPieces = std::size_t{1} << kPieceBits;
  struct Cell {
    std::size_t plane;
    std::size_t row;
    std::size_t piece;
  };
  struct Span {
    std::uint32_t plane;
    std::uint32_t row;
    Timestamp from;
    Timestamp until;
  };

  // `places` must outlive this object.
  explicit MapWindow(const MapPlaces& places)
      : places_(&places), cells_(places.planes << (places.row_bits + kPieceBits)) {}

  void add(Activity activity, LocationId location, Timestamp from, Timestamp until) {
    add(static_cast<std::uint32_t>(activity), location, from, until);
  }
  // Adds time in which the location ran, which no other data shows.
  void add_life(LocationId location, Timestamp from, Timestamp until) {
    add(std::uint32_t{0}, location, from, until);
  }
  void add(MetricIndex metric, LocationId location, Timestamp begin, Duration waiting) {
    const std::uint32_t plane = places_->plane_of_metric[metric.index()];
    if (plane != MapPlaces::kNone) add(plane, location, begin, begin + waiting);
  }

  // Clears the window; its pieces have 2^shift ticks, beginning with number `first`.
  void open(unsigned shift, std::uint64_t first) {
    shift_ = shift;
    first_ = first;
    others_.clear();
    for (const std::uint32_t cell : touched_) cells_[cell] = 0;
    touched_.clear();
  }
  // Returns whether the time is not after the window's pieces.
  [[nodiscard]] bool covers(Timestamp time) const {
    return time.ticks >> shift_ < first_ + kPieces;
  }
  [[nodiscard]] unsigned shift() const { return shift_; }
  [[nodiscard]] std::uint64_t first() const { return first_; }
  // Indices of nonzero cells.
  [[nodiscard]] const std::vector<std::uint32_t>& touched() const { return touched_; }
  [[nodiscard]] Cell cell_of(std::uint32_t touched) const {
    const std::size_t place = touched >> kPieceBits;
    const std::size_t plane = place >> places_->row_bits;
    return {plane, place - (plane << places_->row_bits), touched % kPieces};
  }
  [[nodiscard]] std::uint64_t ticks_of(std::uint32_t touched) const { return cells_[touched]; }
  [[nodiscard]] const std::vector<Span>& others() const { return others_; }

 private:
  void add(std::uint32_t plane, LocationId location, Timestamp from, Timestamp until) {
    if (from >= until) return;
    const std::uint64_t piece = (from.ticks >> shift_) - first_;
    const std::uint64_t last = ((until.ticks - 1) >> shift_) - first_;
    const std::size_t row = places_->row_of(location);
    if (piece >= kPieces || last >= kPieces) [[unlikely]] {
      others_.push_back({plane, static_cast<std::uint32_t>(row), from, until});
      return;
    }
    const std::size_t cells = ((std::size_t{plane} << places_->row_bits) + row) << kPieceBits;
    if (piece == last) [[likely]]
      return add(cells + piece, until.ticks - from.ticks);
    add(cells + piece, ((first_ + piece + 1) << shift_) - from.ticks);
    for (std::uint64_t i = piece + 1; i < last; ++i) add(cells + i, std::uint64_t{1} << shift_);
    add(cells + last, until.ticks - ((first_ + last) << shift_));
  }
  void add(std::size_t cell, std::uint64_t ticks) {
    if (cells_[cell] == 0) touched_.push_back(static_cast<std::uint32_t>(cell));
    cells_[cell] += ticks;
  }

  const MapPlaces* places_;
  unsigned shift_ = 0;
  std::uint64_t first_ = 0;
  std::vector<std::uint64_t> cells_;  // by plane, row, piece: a bit field each
  std::vector<std::uint32_t> touched_;
  std::vector<Span> others_;
};

}  // namespace lull::analysis
