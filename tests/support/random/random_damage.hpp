// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The damage that random_trace does to the trace of a correct program, according to its options.
#pragma once

#include <cstdint>

#include "support/random/random_trace.hpp"

namespace lull::support {

void damage(MemoryTrace& trace, std::uint64_t seed, const RandomTraceOptions& options);

}  // namespace lull::support
