// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A trace on one common clock: another trace with every time stamp mapped by the clock offsets
// that its definitions carry. Locations without offsets pass through untouched.
#pragma once

#include "lull/trace/cursor.hpp"

namespace lull {

class CorrectedTrace final : public TraceSource {
 public:
  // `source` must outlive this.
  explicit CorrectedTrace(const TraceSource& source) : source_(source) {}

  [[nodiscard]] const Definitions& definitions() const override { return source_.definitions(); }
  [[nodiscard]] std::unique_ptr<EventCursor> open(LocationId location,
                                                  const EventSelection& selection,
                                                  Attributes attributes) const override;

 private:
  const TraceSource& source_;
};

}  // namespace lull
