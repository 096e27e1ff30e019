// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What attributes of events say.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "support/reference/trace_model.hpp"

namespace lull::reference {

[[nodiscard]] std::optional<std::uint64_t> attribute_of(const TraceModel& model, const Event& event,
                                                        std::string_view name);
// Of the events that opened and closed an instance; none if it was closed by another leave than
// its own.
[[nodiscard]] std::optional<std::uint64_t> attribute_of_enter(const TraceModel& model,
                                                              InstanceId id, std::string_view name);
[[nodiscard]] std::optional<std::uint64_t> attribute_of_leave(const TraceModel& model,
                                                              InstanceId id, std::string_view name);

}  // namespace lull::reference
