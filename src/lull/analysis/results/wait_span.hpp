// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What is told to the map of the run: spans of time, those within one of its pieces added up.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lull/analysis/results/severity.hpp"
#include "lull/base/time.hpp"
#include "lull/trace/ids.hpp"

namespace lull::analysis {

// A piece of the run, at present. It only becomes longer.
struct MapPiece {
  Timestamp begin;
  Timestamp end;

  [[nodiscard]] static MapPiece at(Timestamp time, unsigned shift) {
    const Timestamp begin{time.ticks >> shift << shift};
    return {begin, begin + Duration{std::int64_t{1} << shift}};
  }
  [[nodiscard]] bool has(Timestamp from, Timestamp until) const {
    return begin <= from && until <= end;
  }
};

// Time of a metric, as it was charged.
struct WaitSpan {
  MetricIndex metric;
  LocationId location;
  Timestamp begin;
  Duration waiting;
  bool is_sum = false;  // all in the piece that begins then
};

// Most that is charged is of the same metrics and locations as what was charged before.
class WaitSums {
 public:
  // `shift`: pieces are 2^shift ticks long. `charted`: which metrics are told. Both must outlive
  // this.
  WaitSums(const unsigned& shift, const std::vector<bool>& charted)
      : shift_(shift), charted_(charted) {}

  [[nodiscard]] bool tells(MetricIndex metric) const { return charted_[metric.index()]; }
  void add(MetricIndex metric, LocationId location, Timestamp begin, Duration waiting) {
    Slot& slot = slots_[(metric.value + location.value * 31) % kSlots];
    const Timestamp end = begin + waiting;
    if (slot.metric == metric && slot.location == location && slot.piece.has(begin, end)) {
      slot.ticks += waiting;
      return;
    }
    flush(slot);
    const MapPiece piece = MapPiece::at(begin, shift_);
    if (piece.has(begin, end))
      slot = {metric, location, piece, waiting};
    else
      spans_.push_back({metric, location, begin, waiting, false});
  }
  void flush() {
    for (Slot& slot : slots_) flush(slot);
  }
  [[nodiscard]] const std::vector<WaitSpan>& spans() const { return spans_; }
  void forget() { spans_.clear(); }

 private:
  static constexpr std::size_t kSlots = 256;
  struct Slot {
    MetricIndex metric;
    LocationId location;
    MapPiece piece;
    Duration ticks;
  };
  void flush(Slot& slot) {
    if (slot.ticks.ticks > 0)
      spans_.push_back({slot.metric, slot.location, slot.piece.begin, slot.ticks, true});
    slot = {};
  }

  const unsigned& shift_;
  const std::vector<bool>& charted_;
  std::array<Slot, kSlots> slots_{};
  std::vector<WaitSpan> spans_;
};

}  // namespace lull::analysis
