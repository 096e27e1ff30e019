// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A trace whose times are so late that differences and offsets could leave the range of their
// types, with a number of ticks taken off all of them: event times, ends of flushes, moments of
// clock offsets, the begin. ClockProperties::origin says how many; who writes archives or tells of
// times adds them again.
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

// The same trace where its times are ordinary ones: those of nanoseconds since 1970 are. Otherwise
// it is shifted, so that its first time is 2^50. Reads the first events of a location; of all of
// them where times are late.
[[nodiscard]] std::unique_ptr<TraceSource> with_ordinary_times(std::unique_ptr<TraceSource> source);

}  // namespace lull
