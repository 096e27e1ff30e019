// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A trace on one common clock: another trace with every time stamp mapped by the clock offsets
// that its definitions carry. Locations without offsets pass through untouched.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "lull/trace/cursor.hpp"

namespace lull {

class CorrectedTrace final : public TraceSource {
 public:
  // `source` must outlive this.
  explicit CorrectedTrace(const TraceSource& source) : source_(source) {}
  // By other offsets than those of the definitions; they must outlive this.
  CorrectedTrace(const TraceSource& source, const std::vector<std::vector<ClockOffset>>& offsets)
      : source_(source), offsets_(&offsets) {}
  explicit CorrectedTrace(std::unique_ptr<TraceSource> source)
      : owned_(std::move(source)), source_(*owned_) {}

  [[nodiscard]] const Definitions& definitions() const override { return source_.definitions(); }
  [[nodiscard]] std::unique_ptr<EventCursor> open(LocationId location,
                                                  const EventSelection& selection,
                                                  Attributes attributes) const override;

 private:
  std::unique_ptr<TraceSource> owned_;
  const TraceSource& source_;
  const std::vector<std::vector<ClockOffset>>* offsets_ = nullptr;
};

// For a GlobalTrace of several processes, whose clocks are as far apart as they are:
// GlobalTrace(on_one_clock(open_archive(path))).
[[nodiscard]] inline std::unique_ptr<TraceSource> on_one_clock(
    std::unique_ptr<TraceSource> source) {
  return std::make_unique<CorrectedTrace>(std::move(source));
}

}  // namespace lull
