// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A batch of events with everything they refer to. It stays valid whatever happens to the cursor
// that it comes from.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "lull/trace/event/event.hpp"

namespace lull {

struct KeptEvents {
  std::vector<Event> room;  // the cursor's buffer; has more entries than there are events
  std::vector<std::unique_ptr<Value[]>> values;
  std::vector<std::unique_ptr<AttributeList>> attributes;
  std::span<Event> events;  // in `room`

  // Holds copies of these events instead.
  void copy(std::span<const Event> from);
};

}  // namespace lull
