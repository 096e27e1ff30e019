// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Access to the attributes of events.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "support/reference/trace_model.hpp"

namespace lull::reference {

[[nodiscard]] std::optional<std::uint64_t> attribute_of(const TraceModel& model, const Event& event,
                                                        std::string_view name);
// Return the attribute of the event that opened or closed an instance; nothing if it was not closed
// by its own leave event.
[[nodiscard]] std::optional<std::uint64_t> attribute_of_enter(const TraceModel& model,
                                                              InstanceId id, std::string_view name);
[[nodiscard]] std::optional<std::uint64_t> attribute_of_leave(const TraceModel& model,
                                                              InstanceId id, std::string_view name);

}  // namespace lull::reference
