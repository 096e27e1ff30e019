// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What random_trace does to a trace of a correct program, as far as the options want it.
#pragma once

#include <cstdint>

#include "support/random/random_trace.hpp"

namespace lull::support {

void damage(MemoryTrace& trace, std::uint64_t seed, const RandomTraceOptions& options);

}  // namespace lull::support
