// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A batch of events with all that they refer to: it lasts whatever is done with the cursor that it
// comes from.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "lull/trace/event/event.hpp"

namespace lull {

struct KeptEvents {
  std::vector<Event> room;  // as a cursor has used it: with more events than there are
  std::vector<std::unique_ptr<Value[]>> values;
  std::vector<std::unique_ptr<AttributeList>> attributes;
  std::span<Event> events;  // in `room`

  // Takes copies of them instead.
  void copy(std::span<const Event> from);
};

}  // namespace lull
