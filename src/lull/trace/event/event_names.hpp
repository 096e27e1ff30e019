// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The names of event types, as the OTF2 tools print them: "ENTER", "MPI_ISEND_COMPLETE".
#pragma once

#include <cstddef>
#include <string_view>

#include "lull/trace/event/event.hpp"

namespace lull {

inline constexpr std::size_t kEventKinds = std::variant_size_v<EventBody>;

// `kind` is an index of EventBody, as kEventKind gives it. Never empty.
[[nodiscard]] std::string_view name_of_event(std::size_t kind);

}  // namespace lull
