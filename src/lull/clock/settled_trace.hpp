// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A trace with corrected clocks that does not report any clock offsets: nothing remains to be
// corrected when writing it or selecting from it.
#pragma once

#include <memory>

#include "lull/clock/corrected_trace.hpp"

namespace lull {

class SettledTrace final : public TraceSource {
 public:
  // `source` and `correction` must outlive this.
  SettledTrace(const TraceSource& source, const ClockCorrection& correction)
      : corrected_(source, correction), definitions_(corrected_.definitions()) {
    definitions_.clock_offsets.assign(definitions_.locations.size(), {});
  }

  [[nodiscard]] const Definitions& definitions() const override { return definitions_; }
  [[nodiscard]] std::unique_ptr<EventCursor> open(LocationId location,
                                                  const EventSelection& selection,
                                                  Attributes attributes) const override {
    return corrected_.open(location, selection, attributes);
  }

 private:
  CorrectedTrace corrected_;
  Definitions definitions_;
};

}  // namespace lull
