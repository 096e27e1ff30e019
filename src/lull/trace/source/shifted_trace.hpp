// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A trace whose times are so large that differences and offsets could overflow, shifted by a number
// of ticks that is subtracted from all times: events, ends of flushes, clock offsets, the start.
// ClockProperties::origin holds that number; code that writes archives or reports times adds it
// again.
#pragma once

#include <cstdint>
#include <memory>

#include "lull/trace/source/cursor.hpp"

namespace lull {

class ShiftedTrace final : public TraceSource {
 public:
  ShiftedTrace(std::unique_ptr<TraceSource> source, std::uint64_t origin);

  [[nodiscard]] const Definitions& definitions() const override { return definitions_; }
  [[nodiscard]] std::unique_ptr<EventCursor> open(LocationId location,
                                                  const EventSelection& selection,
                                                  Attributes attributes) const override;

 private:
  std::unique_ptr<TraceSource> source_;
  std::uint64_t origin_;
  Definitions definitions_;
};

// Returns the same trace if its times are ordinary, which includes nanoseconds since 1970.
// Otherwise shifts it so that its first time is 2^50. Reads the first events of one location, or of
// all if times are late.
[[nodiscard]] std::unique_ptr<TraceSource> with_ordinary_times(std::unique_ptr<TraceSource> source);

}  // namespace lull
