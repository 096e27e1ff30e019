// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A trace on one common clock: another trace with every time stamp mapped by the clock offsets
// that its definitions carry, or by others; and, as a ClockCorrection has them, set forward where
// something still came too early. Locations without offsets pass through untouched. Of clocks that
// messages correct, its definitions know when the first event is.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "lull/clock/clock_correction.hpp"
#include "lull/clock/time_map.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull {

class CorrectedTrace final : public TraceSource {
 public:
  using Offsets = ClockOffsets;  // by location; ascending

  // `source` must outlive this, and so must `offsets`: others than those of the definitions.
  explicit CorrectedTrace(const TraceSource& source, const Offsets* offsets = nullptr)
      : source_(source), offsets_(offsets) {}
  explicit CorrectedTrace(std::unique_ptr<TraceSource> source, const Offsets* offsets = nullptr)
      : owned_(std::move(source)), source_(*owned_), offsets_(offsets) {}
  // `correction` must outlive this.
  CorrectedTrace(const TraceSource& source, const ClockCorrection& correction);
  CorrectedTrace(std::unique_ptr<TraceSource> source, const ClockCorrection& correction);

  [[nodiscard]] const Definitions& definitions() const override {
    return definitions_ ? *definitions_ : source_.definitions();
  }
  [[nodiscard]] std::unique_ptr<EventCursor> open(LocationId location,
                                                  const EventSelection& selection,
                                                  Attributes attributes) const override;

  // When it is that on the location's own clock: the earliest time that is not before it.
  [[nodiscard]] Timestamp own_time(LocationId location, Timestamp corrected) const;

 private:
  [[nodiscard]] std::pair<TimeMap, TimeMap> maps_of(LocationId location) const;
  void take(const ClockCorrection& correction);

  std::unique_ptr<TraceSource> owned_;
  const TraceSource& source_;
  const Offsets* offsets_;
  const Offsets* pushes_ = nullptr;         // by process, of corrected times
  std::optional<Definitions> definitions_;  // where they are not those of the source
};

// For a GlobalTrace of several processes, whose clocks are as far apart as they are:
// GlobalTrace(on_one_clock(open_archive(path))).
[[nodiscard]] inline std::unique_ptr<TraceSource> on_one_clock(
    std::unique_ptr<TraceSource> source) {
  return std::make_unique<CorrectedTrace>(std::move(source));
}

}  // namespace lull
