// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "lull/analysis/events/operations.hpp"
#include "lull/trace/event/event.hpp"

namespace lull::analysis {

// The current state of a location's innermost open call; if it has no open call, of one that begins
// now.
struct OpenCall {
  LocationId location;
  LocalPathId path;
  RegionId region;
  CallKind kind = CallKind::Other;
  std::uint32_t depth = 0;
  Timestamp enter;
  Timestamp now;
  Duration inner{};  // time that is not its own: callees, teams, the measurement
  bool left = true;  // while it is left; false: the trace ends in it
  // The enter event's while it is entered, the leave event's while it is left; may be null.
  const AttributeList* attributes = nullptr;

  // Returns the call as if it ended now and its own time came first: waiting in it is waiting in
  // its own time.
  [[nodiscard]] CallInstance instance() const {
    return {location, path, enter, now + Duration{-inner.ticks}};
  }
};

}  // namespace lull::analysis
