// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A trace on one common clock: another trace with every time stamp mapped by the clock offsets of
// its definitions, or by others; and with a ClockCorrection also set forward where events were
// still out of order. Locations without offsets are unchanged. With clocks corrected from messages,
// the definitions contain the time of the first event.
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
  using Offsets = ClockOffsets;  // indexed by location; ascending

  // `source` must outlive this, and so must `offsets`, which replace the definitions' offsets.
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

  // Returns the time on the location's clock: the earliest whose correction is not before
  // `corrected`.
  [[nodiscard]] Timestamp own_time(LocationId location, Timestamp corrected) const;

 private:
  [[nodiscard]] std::pair<TimeMap, TimeMap> maps_of(LocationId location) const;
  void take(const ClockCorrection& correction);

  std::unique_ptr<TraceSource> owned_;
  const TraceSource& source_;
  const Offsets* offsets_;
  const Offsets* pushes_ = nullptr;         // indexed by process, of corrected times
  std::optional<Definitions> definitions_;  // if they differ from the source's
};

// For a GlobalTrace of several processes, whose clocks may differ:
// GlobalTrace(on_one_clock(open_archive(path))).
[[nodiscard]] inline std::unique_ptr<TraceSource> on_one_clock(
    std::unique_ptr<TraceSource> source) {
  return std::make_unique<CorrectedTrace>(std::move(source));
}

}  // namespace lull
