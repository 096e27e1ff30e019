// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "common/module.hpp"

namespace lull::python {

// The state after an event of a trace; looked up for each query, as the trace may have moved on.
struct State {
  std::shared_ptr<GlobalTrace> trace;
  EventIndex index = 0;
  [[nodiscard]] const TraceState& get() const { return trace->state(index); }
  // Throws IndexError.
  [[nodiscard]] LocationId location(std::uint32_t number) const;
};

}  // namespace lull::python
