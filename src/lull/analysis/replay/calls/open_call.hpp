// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "lull/analysis/events/operations.hpp"
#include "lull/trace/event/event.hpp"

namespace lull::analysis {

// The innermost call that one location has open, as it is now; outside of all calls, one that
// begins now.
struct OpenCall {
  LocationId location;
  LocalPathId path;
  RegionId region;
  CallKind kind = CallKind::Other;
  std::uint32_t depth = 0;
  Timestamp enter;
  Timestamp now;
  Duration inner{};  // what was not its own time: of callees, teams, the measurement
  bool left = true;  // while it is left; false: the trace ends in it
  // Of its enter while it is entered, of its leave while it is left, if it has any.
  const AttributeList* attributes = nullptr;

  // As if it ended now, and as if its own time had come first: what waits in it waits in that.
  [[nodiscard]] CallInstance instance() const {
    return {location, path, enter, now + Duration{-inner.ticks}};
  }
};

}  // namespace lull::analysis
